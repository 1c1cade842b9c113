package io.windsock.feeds.generate;

/**
 * The speed and altitude of a flight from wheels up to wheels down: an accelerating climb, a
 * cruise, and a decelerating descent. A leg too short to reach its cruise level peaks lower.
 * Immutable; times in ms after wheels up, distances in nautical miles.
 */
final class SpeedProfile {
  private static final double FIELD_KT = 145;
  private static final double CLIMB_H = 0.32;
  private static final double DESCENT_H = 0.38;
  private static final double MS_PER_HOUR = 3_600_000;
  private static final double MINUTES_PER_HOUR = 60;

  private final double lengthNm;
  private final double cruiseKt;
  private final double cruiseFt;
  private final double climbH;
  private final double cruiseH;
  private final double descentH;

  SpeedProfile(double lengthNm, double cruiseKt, double cruiseFt) {
    this.lengthNm = lengthNm;
    double share = Math.min(1, shareOfClimb(lengthNm, cruiseKt - FIELD_KT));
    this.cruiseKt = FIELD_KT + share * (cruiseKt - FIELD_KT);
    this.cruiseFt = share * cruiseFt;
    climbH = share * CLIMB_H;
    descentH = share * DESCENT_H;
    double slopesNm = (climbH + descentH) * (FIELD_KT + this.cruiseKt) / 2;
    cruiseH = Math.max(0, lengthNm - slopesNm) / this.cruiseKt;
  }

  /**
   * Returns the fraction s of the full climb that fits: climb and descent take s of their time,
   * gain s of the speed, and together cover {@code lengthNm}. Above 1 if there is room for a
   * cruise.
   */
  private static double shareOfClimb(double lengthNm, double gainKt) {
    double hours = CLIMB_H + DESCENT_H;
    double a = hours * gainKt / 2;
    double b = hours * FIELD_KT;
    return (Math.sqrt(b * b + 4 * a * lengthNm) - b) / (2 * a);
  }

  /** Returns the time from wheels up to wheels down. */
  long durationMs() {
    return Math.round((climbH + cruiseH + descentH) * MS_PER_HOUR);
  }

  /** Returns the distance flown after {@code ms}; sets altitude, speed and rates of {@code out}. */
  double at(long ms, Fix out) {
    double hours = ms / MS_PER_HOUR;
    out.onGround = false;
    if (hours < climbH) {
      return slope(hours, climbH, 1, out);
    }
    double left = climbH + cruiseH + descentH - hours;
    if (left < descentH) {
      return lengthNm - slope(Math.max(0, left), descentH, -1, out);
    }
    out.altitudeFt = cruiseFt;
    out.groundSpeedKt = cruiseKt;
    out.verticalRateFpm = 0;
    return climbH * (FIELD_KT + cruiseKt) / 2 + (hours - climbH) * cruiseKt;
  }

  /**
   * Returns the distance from the ground end of a climb or descent, {@code hours} from that end.
   */
  private double slope(double hours, double lengthH, int up, Fix out) {
    double share = hours / lengthH;
    double gainKt = share * (cruiseKt - FIELD_KT);
    out.altitudeFt = cruiseFt * share * (2 - share);
    out.groundSpeedKt = FIELD_KT + gainKt;
    out.verticalRateFpm = up * cruiseFt * 2 * (1 - share) / (lengthH * MINUTES_PER_HOUR);
    return hours * (FIELD_KT + gainKt / 2);
  }
}
