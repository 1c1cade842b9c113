package io.windsock.control.monitor;

import static io.windsock.control.testing.Samples.site;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.wire.DelaySummary;
import io.windsock.contracts.wire.SiteSample;
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
  void shouldTakeASampleWithoutUpdatesForNoDelay() {
    samples.heard(delayed("m1", 0, 0), NOW - 2_900);
    assertThat(delays()).isEmpty();

    samples.heard(delayed("m1", 5, 1_400), NOW - 2_800);
    samples.heard(delayed("m1", 0, 0), NOW - 20);
    assertThat(delays()).containsExactly(new Reading("m1", MonitoredValue.UPDATE_DELAY, 1_400));

    samples.heard(delayed("m2", 5, 1_700), NOW - Observations.STALE_MS - 1);
    samples.heard(delayed("m2", 0, 0), NOW - 20);
    assertThat(delays()).extracting(Reading::site).containsExactly("m1");
  }

  private static SiteSample delayed(String site, long events, long p99Ms) {
    SiteSample sample = site(site, "mirror", NOW, 0);
    sample.setUpdateDelay(new DelaySummary(events, p99Ms, p99Ms, p99Ms));
    return sample;
  }

  private List<Reading> delays() {
    return Observations.of(samples, NOW).readings().stream()
        .filter(reading -> reading.value() == MonitoredValue.UPDATE_DELAY)
        .toList();
  }

  @Test
  void shouldSeeItOnce() {
    samples.heard(site("m1", "mirror", NOW - 400, 300), NOW - 400);
    samples.heard(site("m1", "mirror", NOW - 200, 5), NOW - 200);
    samples.looked();

    assertThat(pending()).containsExactly(new Reading("m1", MonitoredValue.PENDING, 5));
  }
}
