package io.windsock.feeds.aviation.bts;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.feeds.FeedFixture;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BtsTest {
  private static final String HEADER =
      "FlightDate,Reporting_Airline,Tail_Number,Flight_Number_Reporting_Airline,Origin,OriginCityName,Dest,"
          + "CRSDepTime,DepTime,DepDelay,TaxiOut,WheelsOff,WheelsOn,TaxiIn,CRSArrTime,ArrTime,Cancelled,"
          + "CancellationCode,Diverted,CRSElapsedTime,ActualElapsedTime,AirTime,DivActualElapsedTime,Div1Airport,"
          + "Div1WheelsOn,\n";

  private final Path folder;

  BtsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private FeedFixture read(String... rows) throws Exception {
    return new FeedFixture(folder).file("bts.csv", HEADER + String.join("\n", rows) + "\n").read();
  }

  /** Each event as its status and time. */
  private static List<String> told(FeedFixture feed) {
    List<String> told = new ArrayList<>();
    for (int i = 0; i < feed.events.size(); i++) {
      told.add(
          feed.field(i, "status") + " " + Instant.ofEpochMilli(feed.events.get(i).eventTimeMs()));
    }
    return told;
  }

  private static long ms(String instant) {
    return Instant.parse(instant).toEpochMilli();
  }

  @Test
  void shouldTellOutOffOnAndIn() throws Exception {
    FeedFixture feed =
        read(
            "2014-01-01,AA,N338AA,1,JFK,\"New York, NY\",LAX,0900,0914,14.00,20,0934,1233,5,1225,1238,0.00,,"
                + "0.00,385,384,359,,,,");

    assertThat(feed.chosen()).containsExactly("bts");
    assertThat(feed.faults).isEmpty();
    assertThat(told(feed))
        .containsExactly(
            "OUT 2014-01-01T14:14:00Z",
            "OFF 2014-01-01T14:34:00Z",
            "LANDED 2014-01-01T20:33:00Z",
            "AT_GATE 2014-01-01T20:38:00Z");
    assertThat(feed.events).allMatch(event -> event.key().equals("AA1/2014-01-01/JFK-LAX"));
    assertThat(feed.field(3, "airline")).isEqualTo("AA");
    assertThat(feed.field(3, "flightNumber")).isEqualTo("AA1");
    assertThat(feed.field(3, "registration")).isEqualTo("N338AA");
    assertThat(feed.field(3, "origin")).isEqualTo("JFK");
    assertThat(feed.field(3, "originName")).isEqualTo("New York, NY");
    assertThat(feed.field(3, "scheduledDeparture")).isEqualTo(ms("2014-01-01T14:00:00Z"));
    assertThat(feed.field(3, "scheduledArrival")).isEqualTo(ms("2014-01-01T20:25:00Z"));
    assertThat(feed.field(3, "estimatedDeparture")).isEqualTo(ms("2014-01-01T14:14:00Z"));
    assertThat(feed.field(3, "actualOff")).isEqualTo(ms("2014-01-01T14:34:00Z"));
    assertThat(feed.field(3, "actualOn")).isEqualTo(ms("2014-01-01T20:33:00Z"));
    assertThat(feed.field(3, "estimatedArrival")).isEqualTo(ms("2014-01-01T20:38:00Z"));
    assertThat(feed.field(0, "actualOff")).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Over midnight, and out before it of a flight that was to leave after it.
        "LAX|JFK|2014-01-01|2330|2345|15|16|0001|0756|10|0750|0806|0|320|321|295|2014-01-02T07:45:00Z|2014-01-02T13:06:00Z",
        "LAX|JFK|2014-01-02|0010|2355|-15|16|0011|0806|10|0830|0816|0|320|321|295|2014-01-02T07:55:00Z|2014-01-02T13:16:00Z",
        // A day late.
        "ORD|DFW|2014-01-05|0800|0813|1453|12|0825|1040|8|1030|1048|0|150|155|135|2014-01-06T14:13:00Z|2014-01-06T16:48:00Z",
        // 2400 is the end of the day.
        "ORD|DFW|2014-01-05|2130|2130|0|10|2140|2352|8|2400|2400|0|150|150|132|2014-01-06T03:30:00Z|2014-01-06T06:00:00Z",
        // Clocks go forward while it flies: 9 March 2014, 02:00.
        "ORD|JFK|2014-03-08|2330|2330|0|15|2345|0345|10|0355|0355|0|145|145|120|2014-03-09T05:30:00Z|2014-03-09T07:55:00Z",
        // Clocks go back while it flies: 2 November 2014, 02:00. It takes off and lands before
        // 01:45 and after.
        "LAS|DEN|2014-11-01|2300|2300|0|10|2310|0120|5|0125|0125|0|145|145|130|2014-11-02T06:00:00Z|2014-11-02T08:25:00Z",
        // Across the date line.
        "GUM|HNL|2014-01-10|0705|0705|0|15|0720|1835|10|1845|1845|0|460|460|435|2014-01-09T21:05:00Z|2014-01-10T04:45:00Z"
      })
  void shouldFindTheDay(
      String origin,
      String destination,
      String date,
      String crsDep,
      String dep,
      String delay,
      String taxiOut,
      String off,
      String on,
      String taxiIn,
      String crsArr,
      String arr,
      String cancelled,
      String crsElapsed,
      String elapsed,
      String airTime,
      String out,
      String in)
      throws Exception {
    FeedFixture feed =
        read(
            String.join(
                ",",
                date,
                "AA",
                "N1",
                "1",
                origin,
                "",
                destination,
                crsDep,
                dep,
                delay,
                taxiOut,
                off,
                on,
                taxiIn,
                crsArr,
                arr,
                cancelled,
                "",
                "0",
                crsElapsed,
                elapsed,
                airTime,
                "",
                "",
                "",
                ""));

    assertThat(feed.faults).isEmpty();
    assertThat(told(feed).get(0)).isEqualTo("OUT " + out);
    assertThat(told(feed).get(3)).isEqualTo("AT_GATE " + in);
  }

  @Test
  void shouldTellACancellation() throws Exception {
    FeedFixture feed =
        read(
            "2014-01-01,DL,,2,ATL,,BOS,1000,,,,,,,1230,,1.00,B,0.00,150,,,,,,",
            "2014-01-01,DL,,3,ATL,,BOS,1000,1005,5,15,1020,,,1230,,1,A,0,150,,,,ATL,1130,");

    assertThat(told(feed))
        .containsExactly(
            "CANCELLED 2014-01-01T15:00:00Z",
            "OUT 2014-01-01T15:05:00Z",
            "OFF 2014-01-01T15:20:00Z",
            "CANCELLED 2014-01-01T16:30:00Z");
    assertThat(feed.field(0, "reason")).isEqualTo("weather");
    assertThat(feed.field(3, "reason")).isEqualTo("carrier");
  }

  @Test
  void shouldTellADiversion() throws Exception {
    FeedFixture feed =
        read(
            // To Chicago, and on to Milwaukee.
            "2014-01-01,AA,N1,214,DFW,,MKE,1445,1443,-2,9,1452,2106,6,1700,2112,0,,1,135,,,389,ORD,1715,",
            // Landed elsewhere after midnight, and stayed.
            "2014-01-01,B6,N2,865,BOS,,RSW,1926,2013,47,24,2037,,,2258,,0,,1,212,,,,PBI,0013,",
            // Where and when it landed is not told.
            "2014-01-02,B6,N2,866,BOS,,RSW,0800,0800,0,10,0810,,,1130,,0,,1,210,,,,,,");

    assertThat(told(feed))
        .containsExactly(
            "OUT 2014-01-01T20:43:00Z",
            "OFF 2014-01-01T20:52:00Z",
            "DIVERTED 2014-01-01T23:15:00Z",
            "OUT 2014-01-02T01:13:00Z",
            "OFF 2014-01-02T01:37:00Z",
            "LANDED 2014-01-02T03:06:00Z",
            "AT_GATE 2014-01-02T03:12:00Z",
            "DIVERTED 2014-01-02T05:13:00Z",
            "OUT 2014-01-02T13:00:00Z",
            "OFF 2014-01-02T13:10:00Z",
            "DIVERTED 2014-01-02T16:30:00Z");
    assertThat(feed.field(2, "reason")).isEqualTo("to ORD");
    assertThat(feed.field(10, "reason")).isNull();
  }

  @Test
  void shouldWorkOutTimesWithoutDurations() throws Exception {
    FeedFixture feed =
        new FeedFixture(folder)
            .file(
                "bts.csv",
                "FL_DATE,OP_UNIQUE_CARRIER,OP_CARRIER_FL_NUM,ORIGIN,DEST,CRS_DEP_TIME,DEP_TIME,WHEELS_OFF,"
                    + "WHEELS_ON,CRS_ARR_TIME,ARR_TIME\n"
                    + "1/2/2014 12:00:00 AM,DL,77.00,JFK,LAX,2200,2350,5,310,130,0315\n")
            .read();

    assertThat(feed.faults).isEmpty();
    assertThat(told(feed))
        .containsExactly(
            "OUT 2014-01-03T04:50:00Z",
            "OFF 2014-01-03T05:05:00Z",
            "LANDED 2014-01-03T11:10:00Z",
            "AT_GATE 2014-01-03T11:15:00Z");
    assertThat(feed.events.get(0).key()).isEqualTo("DL77/2014-01-02/JFK-LAX");
    assertThat(feed.field(0, "scheduledArrival")).isEqualTo(ms("2014-01-03T09:30:00Z"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "JFK|QQQ|airport: 'QQQ' has no known time zone",
        "2014-01-01|2014-02-30|FlightDate: '2014-02-30' is not a date",
        "0914|0960|DepTime: '0960' is not a time of the form hhmm",
        "0914|2401|DepTime: '2401' is not a time of the form hhmm",
        "0914|x|DepTime: 'x' is not a number",
        "1238|1658|ArrTime: the local clock and the duration of 384 minutes are 260 minutes apart",
        "385|4294967681|CRSElapsedTime: '4294967681' is too large a number of minutes",
        "384|-1e10|ActualElapsedTime: '-1e10' is too large a number of minutes",
        "0900|''|CRSDepTime is absent",
        ",AA,|,,|Reporting_Airline is absent"
      })
  void shouldReportWhatCantBeUsed(String from, String to, String reason) throws Exception {
    String row =
        "2014-01-01,AA,N338AA,1,JFK,,LAX,0900,0914,14,20,0934,1233,5,1225,1238,0,,0,385,384,359,,,,";
    FeedFixture feed = read(row.replace(from, to));

    assertThat(feed.events).isEmpty();
    assertThat(feed.reasons()).containsExactly(reason);
    assertThat(feed.faults.get(0).number()).isEqualTo(2);
  }
}
