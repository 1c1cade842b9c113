package io.windsock.site.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.site.progress.Readiness.Service;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whom a site serves, by its phase, its contact with the log and what the others say. */
class ReadinessRuleTest {
  private static final long SINCE_MS = 4_000;

  @ParameterizedTest
  @CsvSource({
    "LIVE, false, false, CURRENT",
    "LIVE, false, true, CURRENT",
    "LIVE, true, false, OLD",
    "LIVE, true, true, REFUSED",
    "CATCHING_UP, false, false, REFUSED",
    "CATCHING_UP, true, false, REFUSED",
    "JOINING, false, false, REFUSED",
    "JOINING, true, false, REFUSED",
    "STOPPED, false, false, REFUSED",
    "CLOSED, false, false, REFUSED"
  })
  void shouldServe(SitePhase phase, boolean cutOff, boolean elsewhere, Service service) {
    long[] none = new long[2];
    long[] since = {0, cutOff ? SINCE_MS : 0};
    ReadyQueue ready = ReadyQueue.unknown(2).measured(none, none, since, 9_000);

    Readiness readiness = Readiness.of(new Progress(phase, "why", ready, 0, 0), elsewhere);

    assertThat(readiness.service()).isEqualTo(service);
    assertThat(readiness.ready()).isEqualTo(service == Service.CURRENT);
    assertThat(readiness.serves()).isEqualTo(service != Service.REFUSED);
    assertThat(readiness.detail()).isEqualTo("why");
    assertThat(readiness.oldMs(9_000)).isEqualTo(cutOff ? 5_000 : 0);
  }
}
