package io.windsock.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveLinesTest {
  private static final LiveLines FIVE =
      new LiveLines().add(2, "c").add(0, "a").add(1, "b1").add(1, "b2").add(3, "d");

  @ParameterizedTest
  @CsvSource({
    "1, ''",
    "2, a",
    "3, a b1",
    "4, a b1 b2",
    "5, c a b1 b2",
    "6, c a b1 b2 d",
    "24, c a b1 b2 d",
    "0, c a b1 b2 d"
  })
  void shouldKeepWhatMattersMostInItsPlace(int height, String kept) {
    assertThat(String.join(" ", FIVE.fitted(80, height))).isEqualTo(kept);
  }

  @Test
  void shouldLeaveTheLastColumnFree() {
    LiveLines lines = new LiveLines().add(0, "0123456789");

    assertThat(lines.fitted(11, 24)).isEqualTo(List.of("0123456789"));
    assertThat(lines.fitted(10, 24)).isEqualTo(List.of("01234567…"));
    assertThat(lines.fitted(1, 24)).isEqualTo(List.of("…"));
  }

  @Test
  void shouldTakeATerminalOfUnknownSizeForASmallOne() {
    LiveLines lines = new LiveLines();
    for (int i = 0; i < 100; i++) {
      lines.add(0, "x".repeat(200));
    }

    List<String> fitted = lines.fitted(0, 0);

    assertThat(fitted).hasSize(LiveLines.DEFAULT_HEIGHT - 1);
    assertThat(fitted.get(0)).hasSize(LiveLines.DEFAULT_WIDTH - 1);
  }
}
