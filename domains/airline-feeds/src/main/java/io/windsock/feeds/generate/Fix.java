package io.windsock.feeds.generate;

/** Where an aircraft is at one moment: filled by {@link FlightPath}, reused from call to call. */
final class Fix {
  double latitude;
  double longitude;
  double trackDeg;
  double altitudeFt;
  double groundSpeedKt;
  double verticalRateFpm;
  boolean onGround;
}
