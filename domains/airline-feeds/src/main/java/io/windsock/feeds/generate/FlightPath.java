package io.windsock.feeds.generate;

import org.jspecify.annotations.Nullable;

/**
 * The path of one aircraft from push-back to the stand: taxi, great circle, taxi. A diverted flight
 * turns on the way and flies a second great circle. Immutable.
 */
record FlightPath(
    GreatCircle taxiOut,
    GreatCircle first,
    @Nullable GreatCircle second,
    GreatCircle taxiIn,
    SpeedProfile profile,
    LegTimes times) {
  private static final double NM_PER_DEGREE = 60;
  private static final double MS_PER_HOUR = 3_600_000;
  private static final double STAND_NM = 0.35;
  private static final double STAND_SPREAD_NM = 0.4;

  static FlightPath of(Leg leg) {
    Route route = leg.route();
    Airport from = route.origin();
    Airport to = route.last();
    Chance chance = new Chance(leg.seed());
    GreatCircle taxiOut = toStand(from, chance);
    GreatCircle taxiIn = toStand(to, chance);
    Route.Diversion diversion = route.diversion();
    if (diversion == null) {
      GreatCircle direct = GreatCircle.between(from, to);
      return new FlightPath(taxiOut, direct, null, taxiIn, route.profile(), leg.times());
    }
    double latitude = diversion.latitude();
    double longitude = diversion.longitude();
    GreatCircle first = new GreatCircle(from.latitude(), from.longitude(), latitude, longitude);
    GreatCircle second = new GreatCircle(latitude, longitude, to.latitude(), to.longitude());
    return new FlightPath(taxiOut, first, second, taxiIn, route.profile(), leg.times());
  }

  /** Returns the path from an airport's reference point to one of its stands. */
  private static GreatCircle toStand(Airport airport, Chance chance) {
    double northNm = STAND_NM + STAND_SPREAD_NM * chance.share();
    double eastNm = STAND_SPREAD_NM * (2 * chance.share() - 1);
    double width = NM_PER_DEGREE * Math.cos(Math.toRadians(airport.latitude()));
    return new GreatCircle(
        airport.latitude(),
        airport.longitude(),
        airport.latitude() + northNm / NM_PER_DEGREE,
        airport.longitude() + eastNm / width);
  }

  /**
   * Computes the position at {@code timeMs}: the stand before the aircraft leaves and after it
   * arrives.
   */
  void at(long timeMs, Fix out) {
    if (timeMs < times.offMs()) {
      taxi(taxiOut, timeMs, times.offMs(), times.outMs(), out);
    } else if (timeMs > times.onMs()) {
      taxi(taxiIn, timeMs, times.onMs(), times.inMs(), out);
    } else {
      double flown = profile.at(timeMs - times.offMs(), out);
      if (second == null || flown <= first.lengthNm()) {
        first.at(flown, out);
      } else {
        second.at(flown - first.lengthNm(), out);
      }
    }
  }

  /** Computes a position on the ground between the runway at one time and the stand at another. */
  private static void taxi(GreatCircle way, long timeMs, long runwayMs, long standMs, Fix out) {
    double share = (double) (timeMs - runwayMs) / (standMs - runwayMs);
    boolean moving = share < 1;
    way.at(Math.min(1, share) * way.lengthNm(), out);
    if (standMs < runwayMs) {
      out.trackDeg = out.trackDeg < 180 ? out.trackDeg + 180 : out.trackDeg - 180;
    }
    out.groundSpeedKt = moving ? way.lengthNm() * MS_PER_HOUR / Math.abs(standMs - runwayMs) : 0;
    out.altitudeFt = 0;
    out.verticalRateFpm = 0;
    out.onGround = true;
  }
}
