package io.windsock.control.monitor;

import static io.windsock.control.testing.Samples.site;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.control.policy.MonitoredValue;
import io.windsock.control.policy.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservationsTest {
  private static final long NOW = 1_000_000;

  private final Samples samples = new Samples();

  private List<Reading> pending() {
    return Observations.of(samples, NOW).readings().stream()
        .filter(reading -> reading.value() == MonitoredValue.PENDING)
        .toList();
  }

  @Test
  void shouldSeeAStormThatIsOverInTheLatestSample() {
    samples.heard(site("m1", "mirror", NOW - 400, 300), NOW - 400);
    samples.heard(site("m1", "mirror", NOW - 200, 0), NOW - 200);
    samples.heard(site("m2", "mirror", NOW - 200, 7), NOW - 200);

    assertThat(pending())
        .containsExactly(
            new Reading("m1", MonitoredValue.PENDING, 300),
            new Reading("m2", MonitoredValue.PENDING, 7));
  }

  @Test
  void shouldSeeItOnce() {
    samples.heard(site("m1", "mirror", NOW - 400, 300), NOW - 400);
    samples.heard(site("m1", "mirror", NOW - 200, 5), NOW - 200);
    samples.looked();

    assertThat(pending()).containsExactly(new Reading("m1", MonitoredValue.PENDING, 5));
  }
}
