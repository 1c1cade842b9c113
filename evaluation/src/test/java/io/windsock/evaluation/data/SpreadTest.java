package io.windsock.evaluation.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SpreadTest {
  static Stream<Arguments> valuesAndSpreads() {
    return Stream.of(
        Arguments.of(new double[] {4}, new Spread(4, 4, 4, 1)),
        Arguments.of(new double[] {9, 1}, new Spread(5, 1, 9, 2)),
        Arguments.of(new double[] {9, -1, 3}, new Spread(3, -1, 9, 3)),
        Arguments.of(new double[] {4, 1, 3, 2}, new Spread(2.5, 1, 4, 4)),
        Arguments.of(new double[] {5, 5, 5, 5, 5}, new Spread(5, 5, 5, 5)));
  }

  @ParameterizedTest
  @MethodSource("valuesAndSpreads")
  void shouldGiveMedianMinimumAndMaximum(double[] values, Spread expected) {
    assertThat(Spread.of(values)).isEqualTo(expected);
  }

  @Test
  void shouldLeaveTheValuesInTheirOrder() {
    double[] values = {3, 1, 2};
    assertThat(Spread.of(values).median()).isEqualTo(2);
    assertThat(values).containsExactly(3, 1, 2);
  }

  @Test
  void shouldSwapTheEndsUnderADecreasingConversion() {
    assertThat(new Spread(2, 1, 4, 3).map(x -> 1 / x)).isEqualTo(new Spread(0.5, 0.25, 1, 3));
    assertThat(new Spread(2, 1, 4, 3).map(x -> x * 1000))
        .isEqualTo(new Spread(2000, 1000, 4000, 3));
  }

  @Property
  void shouldKeepItsOrderUnderAnyLinearConversion(
      @ForAll @NotEmpty List<@DoubleRange(min = -1e6, max = 1e6) Double> values,
      @ForAll @DoubleRange(min = -100, max = 100) double factor) {
    double[] array = values.stream().mapToDouble(Double::doubleValue).toArray();
    Spread mapped = Spread.of(array).map(x -> factor * x);
    assertThat(mapped.low()).isLessThanOrEqualTo(mapped.median());
    assertThat(mapped.median()).isLessThanOrEqualTo(mapped.high());
    assertThat(mapped.rounds()).isEqualTo(array.length);
  }

  @Test
  void shouldRejectWhatIsNoSpread() {
    assertThatIllegalArgumentException().isThrownBy(Spread::of);
    assertThatIllegalArgumentException().isThrownBy(() -> new Spread(1, 2, 3, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Spread(Double.NaN, 1, 2, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Spread(1, 1, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(1, 1 / 0.0));
    assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(-1 / 0.0, 1));
  }
}
