package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.cli.show.Table;
import io.windsock.cli.show.Units;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableTest {
  @Test
  void shouldAlignItsColumns() {
    String text =
        new Table("NAME", ">COUNT", "REST").row("a", 5, "x").row("long", 12345, "").text();
    assertThat(text).isEqualTo("NAME  COUNT  REST\na         5  x\nlong  12345\n");
  }

  @Test
  void shouldRefuseARowOfAnotherWidth() {
    Table table = new Table("A", "B");
    assertThatThrownBy(() -> table.row("x")).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"0,0 ms", "999,999 ms", "1000,1.0 s", "61000,1 min 1 s", "7260000,2 h 1 min"})
  void shouldShowSpans(long ms, String shown) {
    assertThat(Units.span(ms)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "0,0.0/s",
    "0.1,0.1/s",
    "9.94,9.9/s",
    "61,61/s",
    "'1234','1,234/s'",
    "0.05,3.0/min",
    "0.001,3.6/h"
  })
  void shouldShowARateInTheUnitInWhichItIsNotNothing(double perSecond, String shown) {
    assertThat(Units.rate(perSecond)).isEqualTo(shown);
  }

  @Test
  void shouldCutACellThatIsTooWide() {
    assertThat(Table.cut("short", 5)).isEqualTo("short");
    assertThat(Table.cut("too long", 5)).isEqualTo("too …");
  }

  @ParameterizedTest
  @CsvSource({"0,0 B", "1023,1023 B", "1536,1.5 KiB", "5368709120,5.0 GiB"})
  void shouldShowSizes(long bytes, String shown) {
    assertThat(Units.bytes(bytes)).isEqualTo(shown);
  }
}
