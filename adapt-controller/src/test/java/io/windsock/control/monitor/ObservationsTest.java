package io.windsock.control.monitor;

import static io.windsock.control.testing.Samples.site;
import static io.windsock.control.testing.Samples.topology;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.wire.DelaySummary;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.platform.telemetry.Members;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservationsTest {
  private static final long NOW = 1_000_000;
  private static final long EXPIRY_MS = 120_000;

  private final Samples samples = new Samples();

  private List<Reading> pending() {
    return Observations.of(samples, NOW, EXPIRY_MS).readings().stream()
        .filter(reading -> reading.value() == MonitoredValue.PENDING)
        .toList();
  }

  @Test
  void shouldSeeAStormThatIsOverInTheLatestSample() {
    samples.add(site("m1", "mirror", NOW - 400, 300), NOW - 400);
    samples.add(site("m1", "mirror", NOW - 200, 0), NOW - 200);
    samples.add(site("m2", "mirror", NOW - 200, 7), NOW - 200);

    assertThat(pending())
        .containsExactly(
            new Reading("m1", MonitoredValue.PENDING, 300),
            new Reading("m2", MonitoredValue.PENDING, 7));
  }

  @Test
  void shouldTakeASampleWithoutUpdatesForNoDelay() {
    samples.add(delayed("m1", 0, 0), NOW - 2_900);
    assertThat(delays()).isEmpty();

    samples.add(delayed("m1", 5, 1_400), NOW - 2_800);
    samples.add(delayed("m1", 0, 0), NOW - 20);
    assertThat(delays()).containsExactly(new Reading("m1", MonitoredValue.UPDATE_DELAY, 1_400));

    samples.add(delayed("m2", 5, 1_700), NOW - Members.ALIVE_MS - 1);
    samples.add(delayed("m2", 0, 0), NOW - 20);
    assertThat(delays()).extracting(Reading::site).containsExactly("m1");
  }

  private static SiteSample delayed(String site, long events, long p99Ms) {
    SiteSample sample = site(site, "mirror", NOW, 0);
    sample.setUpdateDelay(new DelaySummary(events, p99Ms, p99Ms, p99Ms));
    return sample;
  }

  private List<Reading> delays() {
    return Observations.of(samples, NOW, EXPIRY_MS).readings().stream()
        .filter(reading -> reading.value() == MonitoredValue.UPDATE_DELAY)
        .toList();
  }

  private Observation seen() {
    return Observations.of(samples, NOW, EXPIRY_MS);
  }

  @Test
  void shouldKeepWhatASilentSiteLastSaidUntilItExpires() {
    samples.add(site("m1", "mirror", 1, 300), NOW - Members.ALIVE_MS);
    samples.add(site("m2", "mirror", 1, 310), NOW - Members.ALIVE_MS - 1);
    samples.add(site("m3", "mirror", 1, 320), NOW - EXPIRY_MS);
    samples.add(site("m4", "mirror", 1, 330), NOW - EXPIRY_MS - 1);
    SiteSample joining = site("m5", "mirror", 1, 340);
    joining.setPhase("JOINING");
    samples.add(joining, NOW - EXPIRY_MS);

    assertThat(pending()).extracting(Reading::site).containsExactly("m1");
    assertThat(seen().silent())
        .filteredOn(reading -> reading.value() == MonitoredValue.PENDING)
        .containsExactly(
            new Reading("m2", MonitoredValue.PENDING, 310),
            new Reading("m3", MonitoredValue.PENDING, 320));
    assertThat(seen().silent())
        .filteredOn(reading -> reading.value() == MonitoredValue.UPDATE_DELAY)
        .extracting(Reading::measured)
        .containsExactly(31.0, 31.0);
  }

  @Test
  void shouldKeepTheReadyQueueOfASilentTopologyUntilAnotherInstanceHasItsPartitions() {
    samples.members().add(topology("t1", 1, 100), NOW - Members.ALIVE_MS - 1);

    assertThat(seen().readings()).isEmpty();
    assertThat(seen().silent())
        .containsExactly(new Reading(Observations.TOPOLOGY, MonitoredValue.READY, 80));

    samples.members().add(topology("t2", 1, 100), NOW - 1);

    assertThat(seen().readings())
        .containsExactly(new Reading(Observations.TOPOLOGY, MonitoredValue.READY, 80));
    assertThat(seen().silent()).isEmpty();
  }

  @Test
  void shouldNotTakeWhatASiteLacksForLoadWhileItIsCutOff() {
    SiteSample cutOff = site("m1", "mirror", NOW, 300);
    cutOff.setCutOffMs(4_000);
    samples.add(cutOff, NOW);
    samples.add(site("m2", "mirror", NOW, 7), NOW);

    assertThat(pending()).containsExactly(new Reading("m2", MonitoredValue.PENDING, 7));
    assertThat(seen().silent()).isEmpty();
  }

  @Test
  void shouldKeepWhatASiteLastSaidBeforeItWasCutOffUntilItExpires() {
    samples.add(site("m1", "mirror", 1, 300), NOW - EXPIRY_MS);
    samples.add(site("m2", "mirror", 1, 310), NOW - EXPIRY_MS - 1);
    for (String name : List.of("m1", "m2")) {
      SiteSample cutOff = site(name, "mirror", NOW, 900);
      cutOff.setCutOffMs(EXPIRY_MS);
      cutOff.setUpdateDelay(new DelaySummary(5L, 1L, 1L, 1L));
      samples.add(cutOff, NOW);
    }

    assertThat(seen().readings()).isEmpty();
    assertThat(seen().silent())
        .filteredOn(reading -> reading.value() == MonitoredValue.PENDING)
        .containsExactly(new Reading("m1", MonitoredValue.PENDING, 300));
    assertThat(seen().silent())
        .filteredOn(reading -> reading.value() == MonitoredValue.UPDATE_DELAY)
        .extracting(Reading::measured)
        .containsExactly(31.0);
  }

  /** After a pause of the controller, samples of the whole pause are read at once. */
  @Test
  void shouldNotSeeAStormThatEndedLongBeforeTheLastSample() {
    samples.add(site("m1", "mirror", NOW - 60_000, 300), NOW - 60_000);
    samples.add(site("m1", "mirror", NOW, 5), NOW);
    samples.add(site("m2", "mirror", NOW - 60_000, 300), NOW - 60_000);
    samples.add(site("m2", "mirror", NOW - 200, 40), NOW - 200);
    samples.add(site("m2", "mirror", NOW, 5), NOW);

    assertThat(pending())
        .containsExactly(
            new Reading("m1", MonitoredValue.PENDING, 5),
            new Reading("m2", MonitoredValue.PENDING, 40));
  }

  @Test
  void shouldSeeItOnce() {
    samples.add(site("m1", "mirror", NOW - 400, 300), NOW - 400);
    samples.add(site("m1", "mirror", NOW - 200, 5), NOW - 200);
    samples.looked();

    assertThat(pending()).containsExactly(new Reading("m1", MonitoredValue.PENDING, 5));
  }
}
