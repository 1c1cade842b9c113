package io.windsock.feeds.generate;

/** The shortest path between two points on the globe, approximated as a sphere. Immutable. */
final class GreatCircle {
  /** The mean radius of the earth, nautical miles. */
  static final double EARTH_NM = 3440.065;

  /** Points closer than this count as the same. */
  private static final double NEAR_RAD = 1e-9;

  // The start, and the direction at the start, as unit vectors.
  private final double startX;
  private final double startY;
  private final double startZ;
  private final double alongX;
  private final double alongY;
  private final double alongZ;
  private final double lengthRad;

  /**
   * Creates the path between two points, in degrees, which must be neither the same nor antipodal.
   */
  GreatCircle(double fromLatitude, double fromLongitude, double toLatitude, double toLongitude) {
    double phi = Math.toRadians(fromLatitude);
    double lambda = Math.toRadians(fromLongitude);
    double endPhi = Math.toRadians(toLatitude);
    double endLambda = Math.toRadians(toLongitude);
    startX = Math.cos(phi) * Math.cos(lambda);
    startY = Math.cos(phi) * Math.sin(lambda);
    startZ = Math.sin(phi);
    double endX = Math.cos(endPhi) * Math.cos(endLambda);
    double endY = Math.cos(endPhi) * Math.sin(endLambda);
    double endZ = Math.sin(endPhi);
    double cosine = startX * endX + startY * endY + startZ * endZ;
    double x = endX - cosine * startX;
    double y = endY - cosine * startY;
    double z = endZ - cosine * startZ;
    double sine = Math.sqrt(x * x + y * y + z * z);
    lengthRad = Math.atan2(sine, cosine);
    if (lengthRad < NEAR_RAD || lengthRad > Math.PI - NEAR_RAD) {
      throw new IllegalArgumentException(
          "no great circle from "
              + fromLatitude
              + ","
              + fromLongitude
              + " to "
              + toLatitude
              + ","
              + toLongitude);
    }
    alongX = x / sine;
    alongY = y / sine;
    alongZ = z / sine;
  }

  static GreatCircle between(Airport from, Airport to) {
    return new GreatCircle(from.latitude(), from.longitude(), to.latitude(), to.longitude());
  }

  double lengthNm() {
    return lengthRad * EARTH_NM;
  }

  /** Sets latitude, longitude and track of the point {@code nm} nautical miles from the start. */
  void at(double nm, Fix out) {
    double angle = nm / EARTH_NM;
    double cosine = Math.cos(angle);
    double sine = Math.sin(angle);
    double x = cosine * startX + sine * alongX;
    double y = cosine * startY + sine * alongY;
    double z = cosine * startZ + sine * alongZ;
    double towardX = cosine * alongX - sine * startX;
    double towardY = cosine * alongY - sine * startY;
    double towardZ = cosine * alongZ - sine * startZ;
    out.latitude = Math.toDegrees(Math.asin(Math.max(-1, Math.min(1, z))));
    out.longitude = Math.toDegrees(Math.atan2(y, x));
    double track = Math.toDegrees(Math.atan2(x * towardY - y * towardX, towardZ));
    out.trackDeg = track < 0 ? track + 360 : track;
  }
}
