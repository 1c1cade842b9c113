package io.windsock.feeds.aviation.bts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Clocks in Chicago go forward on 9 March 2014 at 02:00 (08:00Z), back on 2 November at 02:00
 * (07:00Z).
 */
class LocalClockTest {
  private static final ZoneRules CHICAGO = ZoneId.of("America/Chicago").getRules();

  private static long ms(String instant) {
    return Instant.parse(instant).toEpochMilli();
  }

  private static int minutes(String hhmm) {
    return Integer.parseInt(hhmm) / 100 * 60 + Integer.parseInt(hhmm) % 100;
  }

  @ParameterizedTest
  @CsvSource({
    "2014-01-10T18:00:00Z, 1205, 2014-01-10T18:05:00Z",
    "2014-01-11T05:58:00Z, 0003, 2014-01-11T06:03:00Z", // after midnight
    "2014-01-11T06:02:00Z, 2355, 2014-01-11T05:55:00Z", // before midnight
    "2014-01-11T06:00:00Z, 2400, 2014-01-11T06:00:00Z", // 2400 is midnight at the end of the day
    "2014-03-09T08:05:00Z, 0305, 2014-03-09T08:05:00Z", // just after clocks went forward
    "2014-03-09T08:05:00Z, 0230, 2014-03-09T08:30:00Z", // a reading that was skipped
    "2014-11-02T06:30:00Z, 0130, 2014-11-02T06:30:00Z", // the first 01:30
    "2014-11-02T07:30:00Z, 0130, 2014-11-02T07:30:00Z" // the second
  })
  void shouldFindTheNearestInstant(String expected, String hhmm, String instant) {
    assertThat(Instant.ofEpochMilli(LocalClock.nearest(ms(expected), minutes(hhmm), CHICAGO)))
        .isEqualTo(Instant.parse(instant));
  }

  @ParameterizedTest
  @CsvSource({
    "2014-01-10T18:00:00Z, 1200, 2014-01-10T18:00:00Z",
    "2014-01-10T18:00:00Z, 1159, 2014-01-11T17:59:00Z",
    "2014-01-11T05:58:00Z, 0003, 2014-01-11T06:03:00Z",
    "2014-01-11T05:58:00Z, 2400, 2014-01-11T06:00:00Z",
    "2014-11-02T06:31:00Z, 0130, 2014-11-02T07:30:00Z"
  })
  void shouldFindTheFirstInstantFromAMomentOn(String from, String hhmm, String instant) {
    assertThat(Instant.ofEpochMilli(LocalClock.firstFrom(ms(from), minutes(hhmm), CHICAGO)))
        .isEqualTo(Instant.parse(instant));
  }

  @ParameterizedTest
  @CsvSource({
    "2014-01-10, 0000, 2014-01-10T06:00:00Z",
    "2014-01-10, 2400, 2014-01-11T06:00:00Z",
    "2014-07-10, 1200, 2014-07-10T17:00:00Z",
    "2014-11-02, 0130, 2014-11-02T06:30:00Z"
  })
  void shouldFindTheInstantOnADay(LocalDate date, String hhmm, String instant) {
    assertThat(Instant.ofEpochMilli(LocalClock.on(date.toEpochDay(), minutes(hhmm), CHICAGO)))
        .isEqualTo(Instant.parse(instant));
  }
}
