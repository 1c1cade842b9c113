package io.windsock.control.monitor;

import static io.windsock.control.testing.Samples.site;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.platform.telemetry.Members;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a controller takes its clock for wrong. */
class ClockWatchTest {
  private final ClockWatch clock = new ClockWatch();
  private final Members members = new Members();
  private long nowMs = 1_000_000;

  /** Half a second later, another sample has come that is so old. */
  private String came(long ageMs) {
    nowMs += 500;
    heard(nowMs - ageMs);
    return clock.look(members, nowMs);
  }

  private void heard(long atMs) {
    members.add(site("m1", "mirror", atMs, 0), atMs);
  }

  private String came(long ageMs, int times) {
    String said = "";
    for (int i = 0; i < times; i++) {
      said = came(ageMs + 100L * (i % 3));
    }
    return said;
  }

  @ParameterizedTest
  @CsvSource({"0", "400", "1800", "-1900"})
  void shouldTrustAClockByWhichSamplesAreYoung(long ageMs) {
    assertThat(came(ageMs, 3 * ClockWatch.LOOKS)).isEmpty();
  }

  @Test
  void shouldSayHowFarAheadAClockIs() {
    assertThat(came(4_200, ClockWatch.LOOKS - 1)).isEmpty();
    assertThat(came(4_200)).startsWith("this machine's clock is 4 s ahead of the brokers'");
    assertThat(came(4_900)).contains("4 s ahead");
  }

  @Test
  void shouldSayHowFarBehindAClockIs() {
    assertThat(came(-7_300, ClockWatch.LOOKS)).contains("7 s behind the brokers'");
  }

  @Test
  void shouldTrustAClockAgainThatWasSet() {
    came(5_000, ClockWatch.LOOKS);
    assertThat(came(300)).isEmpty();
    assertThat(came(5_000, ClockWatch.LOOKS - 1)).isEmpty();
  }

  @Test
  void shouldNotTakeAPauseForAWrongClock() {
    came(30_000, ClockWatch.LOOKS - 1);
    assertThat(came(200)).isEmpty();
  }

  @Test
  void shouldSayNothingWhereNobodySpeaks() {
    assertThat(clock.look(members, nowMs)).isEmpty();
    heard(nowMs);
    for (int i = 0; i < 3 * ClockWatch.LOOKS; i++) {
      nowMs += 500;
      assertThat(clock.look(members, nowMs)).isEmpty();
    }
  }
}
