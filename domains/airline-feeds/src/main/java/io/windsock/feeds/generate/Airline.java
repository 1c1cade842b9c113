package io.windsock.feeds.generate;

/**
 * The codes of a real airline.
 *
 * @param iata two letters, the prefix of its flight numbers
 * @param icao three letters, the prefix of its call signs
 * @param base the ICAO code of its base
 * @param registration the nationality mark of its aircraft, with the dash if it has one
 * @param tag the first four digits of its baggage tags
 */
record Airline(String iata, String icao, String base, String registration, String tag) {}
