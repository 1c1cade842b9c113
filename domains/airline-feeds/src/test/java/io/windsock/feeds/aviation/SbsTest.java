package io.windsock.feeds.aviation;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedFault;
import io.windsock.feeds.FeedFixture;
import io.windsock.feeds.FeedLimits;
import io.windsock.feeds.FeedStats;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SbsTest {
  private static final String POSITION =
      msg(3, "A1B2C3", "12:00:10.000", "", 3500, "", "", "51.5", "-0.25", "", "", "0");

  private final Path folder;

  SbsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static String msg(
      int type,
      String address,
      String clock,
      String callsign,
      Object altitude,
      String speed,
      String track,
      String latitude,
      String longitude,
      String verticalRate,
      String squawk,
      String ground) {
    return String.join(
            ",",
            "MSG",
            String.valueOf(type),
            "1",
            "1",
            address,
            "1",
            "2022/04/10",
            clock,
            "2022/04/10",
            clock,
            callsign,
            String.valueOf(altitude),
            speed,
            track,
            latitude,
            longitude,
            verticalRate,
            squawk,
            "0",
            "0",
            "0",
            ground)
        + "\n";
  }

  private FeedFixture read(String text) throws Exception {
    return new FeedFixture(folder).file("sbs.txt", text).read();
  }

  @Test
  void shouldCarryWhatEarlierMessagesTold() throws Exception {
    FeedFixture feed =
        read(
            msg(1, "A1B2C3", "12:00:00.000", "BAW12  ", "", "", "", "", "", "", "", "")
                + msg(4, "a1b2c3", "12:00:05.000", "", "", "310", "87.5", "", "", "-640", "", "")
                + msg(6, "A1B2C3", "12:00:06.000", "", "", "", "", "", "", "", "7700", "")
                + msg(8, "FFFFFF", "12:00:07.000", "", "", "", "", "", "", "", "", "-1")
                + POSITION);

    assertThat(feed.chosen()).containsExactly("sbs");
    assertThat(feed.stats()).isEqualTo(new FeedStats(5, 1, 4, 0, 0, 1, 1));
    assertThat(feed.events.get(0).key()).isEqualTo("a1b2c3");
    assertThat(feed.events.get(0).eventTimeMs())
        .isEqualTo(Instant.parse("2022-04-10T12:00:10Z").toEpochMilli());
    assertThat(feed.field(0, "icao24")).isEqualTo("a1b2c3");
    assertThat(feed.field(0, "latitude")).isEqualTo(51.5);
    assertThat(feed.field(0, "longitude")).isEqualTo(-0.25);
    assertThat(feed.field(0, "altitudeFt")).isEqualTo(3500);
    assertThat(feed.field(0, "groundSpeedKt")).isEqualTo(310f);
    assertThat(feed.field(0, "trackDeg")).isEqualTo(87.5f);
    assertThat(feed.field(0, "verticalRateFpm")).isEqualTo(-640f);
    assertThat(feed.field(0, "callsign")).isEqualTo("BAW12");
    assertThat(feed.field(0, "squawk")).isEqualTo("7700");
    assertThat(feed.field(0, "onGround")).isEqualTo(false);
  }

  @Test
  void shouldNotCarryAnOldVelocity() throws Exception {
    FeedFixture feed =
        read(
            msg(4, "A1B2C3", "11:59:09.000", "", "", "310", "87", "", "", "0", "", "")
                + msg(1, "A1B2C3", "11:59:09.000", "BAW12", "", "", "", "", "", "", "", "")
                + POSITION);

    assertThat(feed.field(0, "groundSpeedKt")).isNull();
    assertThat(feed.field(0, "trackDeg")).isNull();
    assertThat(feed.field(0, "callsign")).isEqualTo("BAW12");
  }

  @Test
  void shouldGiveSurfacePositions() throws Exception {
    FeedFixture feed =
        read(msg(2, "A1B2C3", "12:00:00.5", "", "", "14", "270", "51.47", "-0.45", "", "", "-1"));

    assertThat(feed.field(0, "onGround")).isEqualTo(true);
    assertThat(feed.field(0, "groundSpeedKt")).isEqualTo(14f);
    assertThat(feed.field(0, "altitudeFt")).isNull();
  }

  @Test
  void shouldMergeTheOtherKindsOfMessages() throws Exception {
    FeedFixture feed =
        read(
            POSITION
                + "SEL,,496,2286,A1B2C3,27215,2010/02/19,18:06:07.710,2010/02/19,18:06:07.710,RJA1118\n"
                + "ID,,496,7162,405637,27928,2010/02/19,18:06:07.115,2010/02/19,18:06:07.115,EZY691A\n"
                + "AIR,,496,5906,400F01,27931,2010/02/19,18:06:07.128,2010/02/19,18:06:07.128\n"
                + "STA,,5,179,400AE7,10103,2008/11/28,14:58:51.153,2008/11/28,14:58:51.153,RM\n"
                + "CLK,,496,-1,,-1,2010/02/19,18:18:19.036,2010/02/19,18:18:19.036\n"
                + POSITION);

    assertThat(feed.faults).isEmpty();
    assertThat(feed.stats()).isEqualTo(new FeedStats(7, 2, 5, 0, 0, 2, 1));
    assertThat(feed.field(1, "callsign")).isEqualTo("RJA1118");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MSG|MSX|column 1: 'MSX' is not a kind of message",
        "MSG,3|MSG,9|column 2: '9' is not a transmission type from 1 to 8",
        "A1B2C3|A1B2|column 5: 'A1B2' is not a transponder address",
        "12:00:10.000|25:00:10.000|columns 7 and 8: '2022/04/10 25:00:10.000' are not a date and time",
        "2022/04/10|2022/02/30|columns 7 and 8: '2022/02/30 12:00:10.000' are not a date and time",
        "3500|high|c12: 'high' is not a number",
        "51.5|91.5|latitude: 91.5 is not between -90.0 and 90.0",
        "51.5||a position needs both latitude and longitude",
        ",0,0,0,0|,0,0,0|21 columns instead of 22",
        ",0,0,0,0|,0,0,0,0,7|23 columns instead of 22"
      })
  void shouldReportWhatCantBeUsed(String from, String to, String reason) throws Exception {
    String bad = POSITION.replace(from, to == null ? "" : to);
    FeedFixture feed = read(POSITION + bad + POSITION);

    assertThat(feed.reasons()).containsExactly(reason);
    assertThat(feed.faults.get(0).unit()).isEqualTo(FeedFault.Unit.LINE);
    assertThat(feed.faults.get(0).number()).isEqualTo(2);
    assertThat(feed.faults.get(0).raw() + "\n").isEqualTo(bad);
    assertThat(feed.events).hasSize(2);
  }

  @Test
  void shouldForgetTheAircraftNotHeardOfForLongest() throws Exception {
    FeedLimits standard = FeedLimits.standard();
    String a = msg(1, "AAAAAA", "12:00:00", "A", "", "", "", "", "", "", "", "");
    String other = POSITION.replace("A1B2C3", "BBBBBB");
    FeedFixture feed =
        new FeedFixture(folder)
            .limits(new FeedLimits(2048, standard.sortBytes(), 1, standard.temporary()))
            .file("sbs.txt", a + other + POSITION.replace("A1B2C3", "AAAAAA"))
            .read();

    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("bbbbbb", "aaaaaa");
    assertThat(feed.field(1, "callsign")).isNull();
  }
}
