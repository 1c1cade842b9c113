package io.windsock.feeds.aviation;

import io.windsock.feeds.read.RecordsPath;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import java.util.List;
import java.util.Set;

/**
 * Derives one row per point of an aircraft from readsb's traces ({@code trace_full_….json}). Only
 * some points have call sign and squawk; later points inherit them.
 */
final class ReadsbTraces implements DerivedRows.Derivation {
  static final RecordsPath PATH = RecordsPath.parse("trace[]");

  /** The paths of the values in the JSON; the points are arrays. */
  static final List<String> WANTED =
      List.of(
          "/icao /timestamp /r /t [0] [1] [2] [3] [4] [5] [7] [8].flight [8].squawk".split(" "));

  private static final int IN_ICAO = 0;
  private static final int IN_TIMESTAMP = 1;
  private static final int IN_REGISTRATION = 2;
  private static final int IN_TYPE = 3;
  private static final int IN_OFFSET = 4;
  private static final int IN_LAT = 5;
  private static final int IN_LON = 6;
  private static final int IN_ALTITUDE = 7;
  private static final int IN_SPEED = 8;
  private static final int IN_TRACK = 9;
  private static final int IN_VERTICAL_RATE = 10;
  private static final int IN_FLIGHT = 11;
  private static final int IN_SQUAWK = 12;

  private String address = "";
  private String callsign = "";
  private String squawk = "";

  static boolean matches(Sample sample) {
    Set<String> paths = sample.jsonPaths();
    return paths.contains("icao") && paths.contains("timestamp") && paths.contains("trace[]");
  }

  @Override
  public Verdict derive(Row in, DerivedRow out) throws BadValueException {
    String icao = Readsb.address(in, IN_ICAO, "icao");
    if (!icao.equals(address)) {
      // A new document is about another aircraft.
      address = icao;
      callsign = "";
      squawk = "";
    }
    callsign = in.absent(IN_FLIGHT) ? callsign : in.textIfAny(IN_FLIGHT);
    squawk = in.absent(IN_SQUAWK) ? squawk : in.textIfAny(IN_SQUAWK);
    if (in.absent(IN_TIMESTAMP)) {
      throw new BadValueException("'timestamp' must precede 'trace'");
    }
    if (in.absent(IN_OFFSET) || in.absent(IN_LAT) || in.absent(IN_LON)) {
      throw new BadValueException("a point needs its time, latitude and longitude");
    }
    double seconds = in.number(IN_TIMESTAMP) + in.number(IN_OFFSET);
    out.set(Readsb.TIME, Math.round(seconds * 1000));
    fill(in, out);
    return Verdict.ROW;
  }

  private void fill(Row in, DerivedRow out) throws BadValueException {
    out.set(Readsb.ADDRESS, address);
    out.set(Readsb.ICAO24, Readsb.icao24(address));
    out.set(Readsb.LATITUDE, in.number(IN_LAT));
    out.set(Readsb.LONGITUDE, in.number(IN_LON));
    Readsb.setAltitude(out, in, IN_ALTITUDE);
    out.set(Readsb.SPEED, in.numberIfAny(IN_SPEED));
    out.set(Readsb.TRACK, in.numberIfAny(IN_TRACK));
    out.set(Readsb.VERTICAL_RATE, in.numberIfAny(IN_VERTICAL_RATE));
    out.set(Readsb.CALLSIGN, callsign);
    out.set(Readsb.SQUAWK, squawk);
    out.set(Readsb.REGISTRATION, in.textIfAny(IN_REGISTRATION));
    out.set(Readsb.AIRCRAFT_TYPE, in.textIfAny(IN_TYPE));
  }
}
