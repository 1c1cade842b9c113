package io.windsock.feeds.generate;

/**
 * A type of aircraft.
 *
 * @param code the ICAO designator
 * @param seats the number of seats
 * @param cruiseKt the true airspeed in cruise, knots
 * @param cruiseFt the cruise altitude, feet
 * @param longestNm the longest leg that it is assigned to, nautical miles
 */
record AircraftType(String code, int seats, int cruiseKt, int cruiseFt, double longestNm) {}
