package io.windsock.feeds.generate;

/**
 * A real airline's codes.
 *
 * @param iata two letters, before its flight numbers
 * @param icao three letters, before its call signs
 * @param base ICAO code of its base
 * @param registration nationality mark of its aircraft, with the dash if it has one
 * @param tag first four digits of its baggage tags
 */
record Airline(String iata, String icao, String base, String registration, String tag) {}
