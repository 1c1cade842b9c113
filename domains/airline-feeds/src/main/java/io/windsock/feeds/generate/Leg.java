package io.windsock.feeds.generate;

import org.jspecify.annotations.Nullable;

/**
 * Everything about one flight leg that is settled before its first event. Immutable; the same seed
 * and number give the same leg.
 *
 * @param seed what is left to chance within the leg is drawn from this
 * @param key the events' key: flight number, date of departure, origin
 * @param fromHub whether it leaves the hub; else it arrives there
 * @param end how it ends
 * @param reason why it is late, cancelled or diverted; null: nothing to explain
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
   * @param icao24 transponder address
   * @param squawk transponder code
   */
  record Aircraft(
      AircraftType type, String registration, String icao24, String squawk, String callsign) {}

  /** Where the leg is handled at the hub. */
  record Places(String terminal, String gate, String stand, String belt) {}

  /**
   * Who and what is aboard. The last counts fall short of the expected ones when someone does not
   * show up.
   */
  record Load(int expected, int boarded, int bagsExpected, int bagsLoaded, int crew) {}

  boolean flown() {
    return end != End.CANCELLED;
  }
}
