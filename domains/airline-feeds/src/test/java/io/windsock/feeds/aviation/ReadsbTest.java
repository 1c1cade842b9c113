package io.windsock.feeds.aviation;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedFixture;
import io.windsock.feeds.FeedStats;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadsbTest {
  private final Path folder;

  ReadsbTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private FeedFixture read(String text) throws Exception {
    return new FeedFixture(folder).file("a.json", text).read();
  }

  @Test
  void shouldReadASnapshot() throws Exception {
    FeedFixture feed =
        read(
            """
            { "now" : 1650000010.5, "messages" : 7,
              "aircraft" : [
                {"hex":"4CA123","type":"adsb_icao","flight":"RYR1AB  ","r":"EI-ABC","t":"B738","alt_baro":37000,
                 "alt_geom":37500,"gs":451.2,"track":180.1,"baro_rate":-64,"squawk":"1000","lat":51.5,"lon":-0.1,
                 "seen_pos":2.5,"seen":0.1,"mlat":[],"tisb":[]},
                {"hex":"~2ab000","alt_baro":"ground","lat":51.4,"lon":-0.4,"seen_pos":0},
                {"hex":"400000","flight":"BAW1","seen":3.3}
              ]
            }
            """);

    assertThat(feed.chosen()).containsExactly("readsb/aircraft");
    assertThat(feed.stats()).isEqualTo(new FeedStats(3, 2, 0, 1, 0, 2, 1));
    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("4ca123", "~2ab000");
    assertThat(feed.events.get(0).eventTimeMs()).isEqualTo(1_650_000_008_000L);
    assertThat(feed.field(0, "altitudeFt")).isEqualTo(37_000);
    assertThat(feed.field(0, "groundSpeedKt")).isEqualTo(451.2f);
    assertThat(feed.field(0, "trackDeg")).isEqualTo(180.1f);
    assertThat(feed.field(0, "verticalRateFpm")).isEqualTo(-64f);
    assertThat(feed.field(0, "callsign")).isEqualTo("RYR1AB");
    assertThat(feed.field(0, "squawk")).isEqualTo("1000");
    assertThat(feed.field(0, "onGround")).isEqualTo(false);
    assertThat(feed.field(1, "onGround")).isEqualTo(true);
    assertThat(feed.field(1, "altitudeFt")).isNull();
    assertThat(feed.field(1, "icao24")).isNull();
  }

  @Test
  void shouldReadTheNamesOfOlderPrograms() throws Exception {
    FeedFixture feed =
        read(
            "{\"now\":100,\"aircraft\":[{\"hex\":\"abcdef\",\"altitude\":5000,\"speed\":250,"
                + "\"vert_rate\":640,\"lat\":1,\"lon\":2,\"seen_pos\":1}]}");

    assertThat(feed.field(0, "altitudeFt")).isEqualTo(5000);
    assertThat(feed.field(0, "groundSpeedKt")).isEqualTo(250f);
    assertThat(feed.field(0, "verticalRateFpm")).isEqualTo(640f);
  }

  /** The same position in two snapshots is given once; ages are rounded to a tenth of a second. */
  @Test
  void shouldGiveAPositionOnce() throws Exception {
    String snapshot =
        "{\"now\":%s,\"aircraft\":[{\"hex\":\"abcdef\",\"lat\":1,\"lon\":2,\"seen_pos\":%s}]}\n";
    FeedFixture feed =
        read(
            snapshot.formatted("100.0", "1.0")
                + snapshot.formatted("101.04", "2.1")
                + snapshot.formatted("102.0", "0.2"));

    assertThat(feed.events).extracting(FeedEvent::eventTimeMs).containsExactly(99_000L, 101_800L);
    assertThat(feed.stats().excluded()).isEqualTo(1);
  }

  @Test
  void shouldReportAircraftThatCantBeUsed() throws Exception {
    FeedFixture feed =
        read(
            "{\"now\":100,\"aircraft\":[{\"lat\":1,\"lon\":2},{\"hex\":\"xyz\",\"lat\":1,\"lon\":2},"
                + "{\"hex\":\"abcdef\",\"lat\":1},{\"hex\":\"abcdef\",\"lat\":1,\"lon\":200}]}\n"
                + "{\"aircraft\":[{\"hex\":\"abcdef\",\"lat\":1,\"lon\":2}],\"now\":101}\n");

    assertThat(feed.reasons())
        .containsExactly(
            "hex: '' is not a transponder address",
            "hex: 'xyz' is not a transponder address",
            "a position needs both lat and lon",
            "longitude: 200.0 is not between -180.0 and 180.0",
            "'now' must precede 'aircraft'");
    assertThat(feed.stats().addsUp()).isTrue();
  }

  @Test
  void shouldReadATrace() throws Exception {
    FeedFixture feed =
        read(
            """
            {"icao":"4ca123","r":"EI-ABC","t":"B738","timestamp":1650000000.0,"trace":[
              [0.0,51.5,-0.1,"ground",12.5,90.0,0,null,{"flight":"RYR1AB  ","squawk":"1000"},"adsb_icao",null,null,null,null],
              [60.25,51.6,-0.2,2500,160.1,91.0,0,1200,null,"adsb_icao",2600,1200,null,null],
              [70.0,51.7,null,2500,160.1,91.0,0,1200,null]
            ]}
            """);

    assertThat(feed.chosen()).containsExactly("readsb/trace");
    assertThat(feed.events)
        .extracting(FeedEvent::eventTimeMs)
        .containsExactly(1_650_000_000_000L, 1_650_000_060_250L);
    assertThat(feed.field(0, "onGround")).isEqualTo(true);
    assertThat(feed.field(0, "altitudeFt")).isNull();
    assertThat(feed.field(0, "verticalRateFpm")).isNull();
    assertThat(feed.field(1, "altitudeFt")).isEqualTo(2500);
    assertThat(feed.field(1, "callsign")).isEqualTo("RYR1AB");
    assertThat(feed.field(1, "squawk")).isEqualTo("1000");
    assertThat(feed.reasons()).containsExactly("a point needs its time, latitude and longitude");
  }

  @Test
  void shouldNotCarryACallSignToAnotherAircraft() throws Exception {
    String trace = "{\"icao\":\"%s\",\"timestamp\":10,\"trace\":[[0,1,2,3,4,5,0,6,%s]]}";
    FeedFixture feed =
        read(trace.formatted("aaaaaa", "{\"flight\":\"A1\"}") + trace.formatted("bbbbbb", "null"));

    assertThat(feed.field(0, "callsign")).isEqualTo("A1");
    assertThat(feed.field(1, "callsign")).isNull();
  }
}
