package io.windsock.feeds.generate;

import org.jspecify.annotations.Nullable;

/**
 * The properties of one flight leg that are fixed before its first event. Immutable; the same seed
 * and number produce the same leg.
 *
 * @param seed the seed of everything random within the leg
 * @param key the events' key: flight number, date of departure, origin
 * @param fromHub whether it leaves the hub; otherwise it arrives there
 * @param end how it ends
 * @param reason why it is late, cancelled or diverted; null: none of these
 */
record Leg(
    long seed,
    String key,
    boolean fromHub,
    End end,
    Airline airline,
    String flightNumber,
    Aircraft aircraft,
    Route route,
    LegTimes times,
    Places places,
    Load load,
    @Nullable String reason) {

  /** How a leg ends. */
  enum End {
    ARRIVED,
    CANCELLED,
    DIVERTED
  }

  /**
   * The aircraft of the leg.
   *
   * @param icao24 the transponder address
   * @param squawk the transponder code
   */
  record Aircraft(
      AircraftType type, String registration, String icao24, String squawk, String callsign) {}

  /** The places of the leg at the hub. */
  record Places(String terminal, String gate, String stand, String belt) {}

  /**
   * The passengers, bags and crew aboard. The final counts are lower than expected if passengers do
   * not show up.
   */
  record Load(int expected, int boarded, int bagsExpected, int bagsLoaded, int crew) {}

  boolean flown() {
    return end != End.CANCELLED;
  }
}
