package io.windsock.system.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SelectorTest {
  @Test
  void shouldFindEachMetricWithWhatIsAskedOfIt() {
    assertThat(
            Selector.of(
                "histogram_quantile(0.99, sum by (job, le) (rate(a_bucket{job=~\"$job\","
                    + " x!=\"y or z\"}[$__rate_interval]))) > 1 or b * 1000"))
        .containsExactly(
            new Selector(
                "a_bucket",
                Map.of("job", Set.of("=~\"$job\""), "x", Set.of("!=\"y or z\"")),
                "$__rate_interval",
                "rate"),
            new Selector("b", Map.of(), "", ""));
  }

  @Test
  void shouldTakeNeitherFunctionsNorDurationsForMetrics() {
    assertThat(
            Selector.of("max_over_time(sum(up{a=\"b\"})[15m:15s]) unless on (job) absent(c == 1)"))
        .extracting(Selector::metric)
        .containsExactly("up", "c");
  }

  @Test
  void shouldFindEveryMatcherOfALabel() {
    assertThat(Selector.of("a{job=~\"$job\", job=~\"b.+\"}").get(0).matchers())
        .containsExactly(Map.entry("job", Set.of("=~\"$job\"", "=~\"b.+\"")));
  }

  @Test
  void shouldFindWhatItGroupsBy() {
    assertThat(Selector.grouping("sum by (a, b) (c) / max(d) by (e)"))
        .containsExactlyInAnyOrder("a", "b", "e");
  }
}
