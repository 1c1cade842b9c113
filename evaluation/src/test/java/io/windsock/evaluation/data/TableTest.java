package io.windsock.evaluation.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final Table TABLE =
      new Table(
          List.of(
              new Row("fixed", 8, 1, "delay_ms", 100),
              new Row("adaptive", 8, 1, "delay_ms", 50),
              new Row("fixed", 4, 1, "cpu", 0.5),
              new Row("adaptive", 8, 3, "delay_ms", 60),
              new Row("adaptive", 8, 2, "delay_ms", 90),
              new Row("fixed", 8, 2, "delay_ms", 300)));

  @Test
  void shouldListNamesInOrderOfFirstAppearance() {
    assertThat(TABLE.settings()).containsExactly("fixed", "adaptive");
    assertThat(TABLE.xs()).containsExactly(8.0, 4.0);
    assertThat(TABLE.measures()).containsExactly("delay_ms", "cpu");
    assertThat(TABLE.rows()).hasSize(6);
  }

  @Test
  void shouldOrderSettingsAsTold() {
    Table ordered = TABLE.inOrderOf(List.of("simple", "adaptive"));

    assertThat(ordered.settings()).containsExactly("adaptive", "fixed");
    assertThat(TABLE.inOrderOf(List.of("fixed")).xs()).containsExactly(4.0, 8.0);
    assertThat(ordered.rows()).containsExactlyInAnyOrderElementsOf(TABLE.rows());
    assertThat(ordered.values("adaptive", 8, "delay_ms")).containsExactly(50, 90, 60);
  }

  @Test
  void shouldReturnValuesInOrderOfRounds() {
    assertThat(TABLE.values("adaptive", 8, "delay_ms")).containsExactly(50, 90, 60);
    assertThat(TABLE.spread("adaptive", 8, "delay_ms")).isEqualTo(new Spread(60, 50, 90, 3));
  }

  @Test
  void shouldTakeTheMedianWithoutARound() {
    assertThat(TABLE.medianWithout(Table.NO_ROUND, "adaptive", 8, "delay_ms")).isEqualTo(60);
    assertThat(TABLE.medianWithout(1, "adaptive", 8, "delay_ms")).isEqualTo(55);
    assertThat(TABLE.medianWithout(0, "fixed", 4, "cpu")).isEqualTo(0.5);
  }

  @Test
  void shouldSayWhetherThereAreValues() {
    assertThat(TABLE.has("fixed", 4, "cpu")).isTrue();
    assertThat(TABLE.has("fixed", 4, "delay_ms")).isFalse();
    assertThat(TABLE.has("adaptive", 4, "cpu")).isFalse();
  }

  @Test
  void shouldTakeRatiosWithinRoundsAndLeaveOutIncompleteRounds() {
    assertThat(TABLE.ratios("adaptive", "fixed", 8, "delay_ms"))
        .isEqualTo(new Spread(0.4, 0.3, 0.5, 2));
  }

  @Property
  void shouldPairRatiosByRoundWhateverTheOrderOfRows(
      @ForAll @IntRange(min = 1, max = 9) int rounds, @ForAll long seed) {
    List<Row> rows = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      double load = Math.pow(10, round);
      rows.add(new Row("base", 1, round, "m", load));
      rows.add(new Row("twice", 1, round, "m", 2 * load));
    }
    Collections.shuffle(rows, new Random(seed));
    assertThat(new Table(rows).ratios("twice", "base", 1, "m"))
        .isEqualTo(new Spread(2, 2, 2, rounds));
  }

  @Test
  void shouldNameWhatIsMissing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TABLE.values("adaptive", 16, "delay_ms"))
        .withMessageContainingAll(
            "“delay_ms”", "“adaptive”", "16.0", "[fixed, adaptive]", "[8.0, 4.0]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TABLE.ratios("adaptive", "fixed", 4, "cpu"))
        .withMessageContaining("“adaptive” at x 4.0");
  }

  @Test
  void shouldRejectRatiosWithoutCommonRoundAndOfZero() {
    Table table =
        new Table(
            List.of(
                new Row("a", 1, 1, "m", 1),
                new Row("b", 1, 2, "m", 1),
                new Row("zero", 1, 1, "m", 0)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.ratios("a", "b", 1, "m"))
        .withMessageContaining("no round has both");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.ratios("a", "zero", 1, "m"))
        .withMessageContaining("is 0 in round 1");
  }

  @Test
  void shouldRejectTwoValuesOfOneRound() {
    Row row = new Row("a", 0.0, 1, "m", 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Table(List.of(row, new Row("a", -0.0, 1, "m", 2))))
        .withMessageContaining("two values of measure “m” of setting “a” at x 0.0 in round 1");
  }

  @Test
  void shouldRejectRowsThatNoFileCouldHold() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Row(" ", 1, 1, "m", 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Row("a\nb", 1, 1, "m", 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Row("a", 1, 0, "m", 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Row("a", 1, 1, "m", Double.NaN));
  }
}
