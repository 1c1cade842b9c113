package io.windsock.evaluation.gateway.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RateSearchTest {
  private static final List<Double> LEVELS = List.of(1.0, 0.97, 0.95);

  private final List<Double> tried = new ArrayList<>();

  /** Has all calls in time up to a rate, and then so many less for each tenth beyond. */
  private double group(double rate, double all) {
    tried.add(rate);
    return rate <= all ? 1 : Math.max(0, 1 - 0.2 * (rate / all - 1));
  }

  @Test
  void shouldFindTheRatesOfAllShares() throws Exception {
    List<Double> found = RateSearch.wide(false, rate -> group(rate, 10_000)).from(500, LEVELS);

    assertThat(found.get(0)).isBetween(10_000 / RateSearch.RESOLUTION, 10_000.0);
    assertThat(found.get(1)).isBetween(11_500 / RateSearch.RESOLUTION, 11_500.0);
    assertThat(found.get(2)).isBetween(12_500 / RateSearch.RESOLUTION, 12_500.0);
    assertThat(tried).hasSizeLessThan(30);
  }

  @Test
  void shouldNeedFewerTrialsNearTheRate() throws Exception {
    RateSearch.wide(false, rate -> group(rate, 10_000)).from(500, LEVELS);
    int wide = tried.size();
    tried.clear();

    List<Double> found = RateSearch.near(false, rate -> group(rate, 10_000)).from(12_000, LEVELS);

    assertThat(found.get(0)).isBetween(10_000 / RateSearch.RESOLUTION, 10_000.0);
    assertThat(tried).hasSizeLessThan(wide);
  }

  @Test
  void shouldSearchDownwards() throws Exception {
    List<Double> found = RateSearch.wide(false, rate -> group(rate, 300)).from(8_000, LEVELS);

    assertThat(found.get(0)).isBetween(300 / RateSearch.RESOLUTION, 300.0);
  }

  @Test
  void shouldRepeatATrialThatFailsOnce() throws Exception {
    int[] disturbances = {3};
    RateSearch search =
        RateSearch.wide(
            false,
            rate ->
                disturbances[0]-- % 2 == 1
                    ? 0
                    : group(rate, 10_000)); // the first and the third fail

    assertThat(search.from(500, LEVELS).get(0)).isGreaterThan(10_000 / RateSearch.RESOLUTION);
  }

  @Test
  void shouldFindNothingWhereNothingIsInTime() throws Exception {
    assertThat(RateSearch.wide(true, rate -> 0.5).from(1_000, LEVELS)).containsOnly(0.0);
  }

  @Test
  void shouldEndWhereEveryRateIsInTime() throws Exception {
    assertThat(RateSearch.wide(true, rate -> 1).from(1_000, LEVELS).get(0))
        .isGreaterThan(1_000_000);
  }

  @Test
  void shouldGoDownUntilEachShareIsKept() throws Exception {
    List<Double> found =
        RateSearch.near(false, rate -> group(rate, 10_000)).downFrom(13_000, LEVELS);

    assertThat(found.get(0)).isBetween(10_000 / RateSearch.RESOLUTION, 10_000.0);
    assertThat(found.get(1)).isBetween(11_500 / RateSearch.RESOLUTION, 11_500.0);
    assertThat(found.get(2)).isBetween(12_500 / RateSearch.RESOLUTION, 12_500.0);
  }

  @Test
  void shouldNotGoBelowARateThatKeepsAllShares() throws Exception {
    assertThat(RateSearch.near(false, rate -> group(rate, 10_000)).downFrom(9_000, LEVELS))
        .containsOnly(9_000.0);
    assertThat(tried).hasSize(1);
  }

  @Test
  void shouldFindNothingFurtherDownWhereNothingIsInTime() throws Exception {
    assertThat(RateSearch.near(true, rate -> 0.5).downFrom(1_000, LEVELS)).containsOnly(0.0);
  }

  @Test
  void shouldConfirmARateByASingleTrial() throws Exception {
    assertThat(RateSearch.near(false, rate -> group(rate, 10_000)).confirmed(9_000, 1))
        .isEqualTo(9_000);
    assertThat(tried).containsExactly(9_000.0);
  }

  /** A second attempt at the same rate would be in time. */
  @Test
  void shouldLowerARateThatAFurtherTrialDoesNotConfirm() throws Exception {
    int[] disturbances = {2};
    RateSearch search =
        RateSearch.near(
            false,
            rate -> {
              double share = group(rate, 10_000);
              return disturbances[0]-- > 0 ? 0.999 : share;
            });

    double confirmed = search.confirmed(9_000, 1);

    assertThat(tried)
        .containsExactly(
            9_000.0,
            9_000 / RateSearch.RESOLUTION,
            9_000 / RateSearch.RESOLUTION / RateSearch.RESOLUTION);
    assertThat(confirmed).isEqualTo(tried.get(2));
  }

  @Test
  void shouldLowerARateAtMostFiveTimes() throws Exception {
    assertThat(RateSearch.near(false, rate -> group(rate, 100)).confirmed(9_000, 0.97)).isZero();
    assertThat(tried).hasSize(6);
  }

  @Test
  void shouldParseAnOrder() {
    CallsOrder order =
        CallsOrder.links(List.of("http://127.0.0.1:1", "http://127.0.0.1:2"), 100)
            .linkedTo(1)
            .at(2_000, 1.5)
            .withSeed(7);

    assertThat(CallsOrder.parse(order.line())).isEqualTo(order);
    assertThat(order.calls()).isEqualTo(3_000);
    assertThat(order.seconds()).isEqualTo(1.5);
  }
}
