package io.windsock.feeds.generate;

/**
 * A real airport.
 *
 * @param icao ICAO code
 * @param iata IATA code
 * @param name in words, as a board shows it
 * @param latitude degrees north
 * @param longitude degrees east
 */
record Airport(String icao, String iata, String name, double latitude, double longitude) {
  double distanceNm(Airport other) {
    return GreatCircle.between(this, other).lengthNm();
  }
}
