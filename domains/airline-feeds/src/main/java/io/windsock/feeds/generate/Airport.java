package io.windsock.feeds.generate;

/**
 * A real airport.
 *
 * @param icao the ICAO code
 * @param iata the IATA code
 * @param name the name that a board shows
 * @param latitude degrees north
 * @param longitude degrees east
 */
record Airport(String icao, String iata, String name, double latitude, double longitude) {
  double distanceNm(Airport other) {
    return GreatCircle.between(this, other).lengthNm();
  }
}
