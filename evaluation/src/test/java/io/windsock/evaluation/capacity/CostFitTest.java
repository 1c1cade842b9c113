package io.windsock.evaluation.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostFitTest {
  private static final List<Quantity> QUANTITIES =
      List.of(Quantity.BASE, Quantity.EVENTS, Quantity.UPDATES);

  private static Work work(double events, double updates) {
    return Work.idle().with(Quantity.EVENTS, events).with(Quantity.UPDATES, updates);
  }

  @ParameterizedTest
  @CsvSource({
    "40000, 5,   20",
    "40000, 0.1, 3",
    "100,   50,  0",
    "0,     5,   20",
  })
  void shouldRecoverKnownCosts(double base, double event, double update) {
    Cost known =
        new Cost(
            Map.of(Quantity.BASE, base, Quantity.EVENTS, event, Quantity.UPDATES, update), 0, 0);
    CostFit fit = new CostFit(QUANTITIES);
    for (double events : new double[] {500, 2_000, 20_000}) {
      for (double updates : new double[] {0, 10, 10_000}) {
        Work work = work(events, updates);
        fit.add(work, known.of(work));
      }
    }

    Cost fitted = fit.fit();

    assertThat(fitted.error()).isLessThan(1e-6);
    assertThat(fitted.runs()).isEqualTo(9);
    for (Quantity quantity : QUANTITIES) {
      double expected = known.of(Work.idle().with(quantity, 1), quantity);
      assertThat(fitted.of(Work.idle().with(quantity, 1), quantity))
          .as(quantity.text())
          .isCloseTo(expected, within(1e-3 + expected * 1e-4));
    }
  }

  @Test
  void shouldKeepTheCostsThatAreKnown() {
    CostFit fit =
        new CostFit(List.of(Quantity.BASE, Quantity.UPDATES), Map.of(Quantity.EVENTS, 5.0));
    for (double events : new double[] {500, 2_000, 20_000}) {
      for (double updates : new double[] {0, 10, 10_000}) {
        fit.add(work(events, updates), 40_000 + 5 * events + 20 * updates);
      }
    }

    Cost fitted = fit.fit();

    assertThat(fitted.perUnit()).containsEntry(Quantity.EVENTS, 5.0);
    assertThat(fitted.perUnit().get(Quantity.BASE)).isCloseTo(40_000, within(1.0));
    assertThat(fitted.perUnit().get(Quantity.UPDATES)).isCloseTo(20, within(0.001));
    assertThat(fitted.error()).isLessThan(1e-6);
  }

  @Test
  void shouldComeCloseDespiteNoise() {
    Random random = new Random(7);
    CostFit fit = new CostFit(QUANTITIES);
    for (int i = 0; i < 200; i++) {
      Work work = work(10_000 * random.nextDouble(), 5_000 * random.nextDouble());
      double exact = 10_000 + 4 * work.of(Quantity.EVENTS) + 20 * work.of(Quantity.UPDATES);
      fit.add(work, exact * (0.9 + 0.2 * random.nextDouble()));
    }

    Cost fitted = fit.fit();

    assertThat(fitted.perUnit().get(Quantity.EVENTS)).isCloseTo(4, within(0.4));
    assertThat(fitted.perUnit().get(Quantity.UPDATES)).isCloseTo(20, within(2.0));
    assertThat(fitted.error()).isBetween(0.02, 0.1);
  }

  @Test
  void shouldGiveTheMedianOfAnEvenNumberOfErrors() {
    CostFit fit = new CostFit(List.of(Quantity.BASE));
    fit.add(Work.idle(), 100);
    fit.add(Work.idle(), 50);

    Cost fitted = fit.fit();

    assertThat(fitted.perUnit().get(Quantity.BASE)).isCloseTo(60, within(1e-6));
    assertThat(fitted.error()).isCloseTo(0.3, within(1e-6)); // 0.4 and 0.2
  }

  @Test
  void shouldNotFitACostBelowZero() {
    CostFit fit = new CostFit(QUANTITIES);
    fit.add(work(0, 0), 100);
    fit.add(work(1_000, 0), 90); // noise: work that seems to save something
    fit.add(work(0, 1_000), 1_100);

    assertThat(fit.fit().perUnit())
        .allSatisfy((quantity, cost) -> assertThat(cost).isNotNegative());
    assertThat(fit.fit().perUnit().get(Quantity.EVENTS)).isZero();
  }

  @Test
  void shouldRefuseFewerMeasurementsThanCosts() {
    CostFit fit = new CostFit(QUANTITIES);
    fit.add(work(1, 1), 100);

    assertThat(fit.isDetermined()).isFalse();
    assertThatThrownBy(fit::fit).hasMessageContaining("1 measurements for 3 costs");
  }
}
