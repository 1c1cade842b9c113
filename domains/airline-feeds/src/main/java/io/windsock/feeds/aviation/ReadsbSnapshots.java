package io.windsock.feeds.aviation;

import io.windsock.feeds.read.RecordsPath;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import java.util.List;
import java.util.Set;

/**
 * Derives one row per new position from {@code aircraft.json} of dump1090 and readsb, with one or
 * more snapshots. A position's time is the snapshot's time minus the seconds since it was seen.
 * Aircraft without a position, or with an already returned one, are excluded.
 */
final class ReadsbSnapshots implements DerivedRows.Derivation {
  static final RecordsPath PATH = RecordsPath.parse("aircraft[]");

  /**
   * The paths of the values in the JSON; of two alternative names, the first present one is used.
   */
  static final List<String> WANTED =
      List.of(
          ("/now hex lat lon seen_pos alt_baro altitude alt_geom gs speed track baro_rate "
                  + "vert_rate geom_rate flight squawk r t")
              .split(" "));

  /** A position whose time differs less than this is the same one with a rounded age. */
  private static final long SAME_POSITION_MS = 150;

  private static final int IN_NOW = WANTED.indexOf("/now");
  private static final int IN_HEX = WANTED.indexOf("hex");
  private static final int IN_LAT = WANTED.indexOf("lat");
  private static final int IN_LON = WANTED.indexOf("lon");
  private static final int IN_SEEN_POS = WANTED.indexOf("seen_pos");
  private static final int IN_ALT_BARO = WANTED.indexOf("alt_baro");
  private static final int IN_ALTITUDE = WANTED.indexOf("altitude");
  private static final int IN_ALT_GEOM = WANTED.indexOf("alt_geom");
  private static final int IN_GS = WANTED.indexOf("gs");
  private static final int IN_SPEED = WANTED.indexOf("speed");
  private static final int IN_TRACK = WANTED.indexOf("track");
  private static final int IN_BARO_RATE = WANTED.indexOf("baro_rate");
  private static final int IN_VERT_RATE = WANTED.indexOf("vert_rate");
  private static final int IN_GEOM_RATE = WANTED.indexOf("geom_rate");
  private static final int IN_FLIGHT = WANTED.indexOf("flight");
  private static final int IN_SQUAWK = WANTED.indexOf("squawk");
  private static final int IN_REGISTRATION = WANTED.indexOf("r");
  private static final int IN_TYPE = WANTED.indexOf("t");

  private final KnownAircraft<Last> aircraft;

  /** The time at which the last returned position had been seen. */
  private static final class Last {
    private long positionMs = Long.MIN_VALUE;
  }

  /** Remembers the last positions of up to {@code maxAircraft} aircraft. */
  ReadsbSnapshots(int maxAircraft) {
    this.aircraft = new KnownAircraft<>(maxAircraft, Last::new);
  }

  static boolean matches(Sample sample) {
    Set<String> paths = sample.jsonPaths();
    return paths.contains("now") && (paths.contains("aircraft[]") || paths.contains("aircraft"));
  }

  @Override
  public Verdict derive(Row in, DerivedRow out) throws BadValueException {
    String address = Readsb.address(in, IN_HEX, "hex");
    if (in.absent(IN_LAT) && in.absent(IN_LON)) {
      return Verdict.EXCLUDED;
    }
    if (in.absent(IN_LAT) || in.absent(IN_LON)) {
      throw new BadValueException("a position needs both lat and lon");
    }
    if (in.absent(IN_NOW)) {
      throw new BadValueException("'now' must precede 'aircraft'");
    }
    double age = in.absent(IN_SEEN_POS) ? 0 : in.number(IN_SEEN_POS);
    long positionMs = Math.round((in.number(IN_NOW) - age) * 1000);
    Last last = aircraft.get(address);
    if (last.positionMs != Long.MIN_VALUE
        && Math.abs(positionMs - last.positionMs) <= SAME_POSITION_MS) {
      return Verdict.EXCLUDED;
    }
    out.set(Readsb.ADDRESS, address);
    out.set(Readsb.ICAO24, Readsb.icao24(address));
    out.set(Readsb.TIME, positionMs);
    fill(in, out);
    last.positionMs = positionMs;
    return Verdict.ROW;
  }

  private static void fill(Row in, DerivedRow out) throws BadValueException {
    out.set(Readsb.LATITUDE, in.number(IN_LAT));
    out.set(Readsb.LONGITUDE, in.number(IN_LON));
    Readsb.setAltitude(out, in, Readsb.first(in, IN_ALT_BARO, IN_ALTITUDE, IN_ALT_GEOM));
    out.set(Readsb.SPEED, Readsb.number(in, Readsb.first(in, IN_GS, IN_SPEED)));
    out.set(Readsb.TRACK, in.numberIfAny(IN_TRACK));
    int rate = Readsb.first(in, IN_BARO_RATE, IN_VERT_RATE, IN_GEOM_RATE);
    out.set(Readsb.VERTICAL_RATE, Readsb.number(in, rate));
    out.set(Readsb.CALLSIGN, in.textIfAny(IN_FLIGHT));
    out.set(Readsb.SQUAWK, in.textIfAny(IN_SQUAWK));
    out.set(Readsb.REGISTRATION, in.textIfAny(IN_REGISTRATION));
    out.set(Readsb.AIRCRAFT_TYPE, in.textIfAny(IN_TYPE));
  }
}
