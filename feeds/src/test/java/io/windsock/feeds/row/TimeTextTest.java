package io.windsock.feeds.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
  @ParameterizedTest
  @CsvSource({
    "2017-08-02T11:44:08Z,           2017-08-02T11:44:08Z",
    "2017-08-02 11:44:08Z,           2017-08-02T11:44:08Z",
    "2017/08/02T11:44Z,              2017-08-02T11:44:00Z",
    "2024-09-10T00:51:00-04:00,      2024-09-10T04:51:00Z",
    "2024-09-11T07:10:00.0215245-04:00, 2024-09-11T11:10:00.021Z",
    "2024-09-11T07:10:00.5+0530,     2024-09-11T01:40:00.500Z",
    "2024-09-11T07:10:00+05,         2024-09-11T02:10:00Z",
    "2016-12-31T23:59:60Z,           2016-12-31T23:59:59Z",
    "1969-12-31T23:59:59.999Z,       1969-12-31T23:59:59.999Z",
    "2024-02-29T00:00:00Z,           2024-02-29T00:00:00Z"
  })
  void shouldReadInstants(String text, String instant) {
    assertThat(TimeText.instantMs(text, null)).isEqualTo(Instant.parse(instant).toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2017-08-02",
        "2017-08-02T",
        "2017-08-02T11:44:08",
        "2017-02-29T00:00:00Z",
        "2017-13-01T00:00:00Z",
        "2017-00-01T00:00:00Z",
        "2017-08-02T24:00:00Z",
        "2017-08-02T11:60:00Z",
        "2017-08-02T11:44:61Z",
        "2017-08-02T11:44:08.Z",
        "2017-08-02T11:44:08,xZ",
        "2017-08-02T11:44:08Zx",
        "2017-08-02T11:44:08+99",
        "2017-08-02T11:44:08+05:60",
        "2017-08/02T11:44:08Z",
        "02-08-2017T11:44:08Z",
        "2017-08-02x11:44:08Z",
        "ÿ017-08-02T11:44:08Z"
      })
  void shouldRefuseWhatIsNoInstant(String text) {
    assertThat(TimeText.instantMs(text, null)).isEqualTo(TimeText.NONE);
  }

  /** Clocks in New York go forward on 9 March 2014 at 02:00 and back on 2 November at 02:00. */
  @ParameterizedTest
  @CsvSource({
    "2014-01-15T12:00:00, 2014-01-15T17:00:00Z",
    "2014-07-15T12:00:00, 2014-07-15T16:00:00Z",
    "2014-03-09T01:59:59, 2014-03-09T06:59:59Z",
    "2014-03-09T03:00:00, 2014-03-09T07:00:00Z",
    "2014-03-09T02:30:00, 2014-03-09T07:30:00Z",
    "2014-11-02T01:30:00, 2014-11-02T05:30:00Z",
    "2014-11-02T02:00:00, 2014-11-02T07:00:00Z"
  })
  void shouldReadLocalTimes(String text, String instant) {
    var newYork = ZoneId.of("America/New_York").getRules();

    assertThat(TimeText.instantMs(text, newYork)).isEqualTo(Instant.parse(instant).toEpochMilli());
  }

  @Test
  void shouldReadLocalTimesOfAFixedZone() {
    assertThat(TimeText.instantMs("2014-01-15T12:00:00", ZoneOffset.ofHours(3).getRules()))
        .isEqualTo(Instant.parse("2014-01-15T09:00:00Z").toEpochMilli());
  }

  @Test
  void shouldGiveWhatJavaGivesForRandomTimes() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 50_000; i++) {
      long day = random.nextInt(-700_000, 700_000);
      LocalDate date = LocalDate.ofEpochDay(day);
      if (date.getYear() < 0) {
        continue;
      }
      OffsetDateTime time =
          date.atTime(random.nextInt(24), random.nextInt(60), random.nextInt(60))
              .atOffset(ZoneOffset.ofTotalSeconds(60 * random.nextInt(-1000, 1000)));
      assertThat(TimeText.instantMs(time.truncatedTo(ChronoUnit.SECONDS).toString(), null))
          .as("seed %d: %s", seed, time)
          .isEqualTo(time.toInstant().toEpochMilli());
    }
  }
}
