package io.windsock.feeds.generate;

/**
 * The position of an aircraft at one instant; filled by {@link FlightPath} and reused between
 * calls.
 */
final class Fix {
  double latitude;
  double longitude;
  double trackDeg;
  double altitudeFt;
  double groundSpeedKt;
  double verticalRateFpm;
  boolean onGround;
}
