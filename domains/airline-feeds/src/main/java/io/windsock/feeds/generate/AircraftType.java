package io.windsock.feeds.generate;

/**
 * A type of aircraft.
 *
 * @param code ICAO designator
 * @param seats how many passengers it takes
 * @param cruiseKt true airspeed in cruise, knots
 * @param cruiseFt cruise altitude, feet
 * @param longestNm the longest leg that it is put on, nautical miles
 */
record AircraftType(String code, int seats, int cruiseKt, int cruiseFt, double longestNm) {}
