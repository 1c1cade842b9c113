package io.windsock.feeds.generate;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Specifies what to generate. Immutable; equal options produce equal bytes.
 *
 * @param seed the seed of everything random
 * @param flights the exact number of flight legs, each with at least one event; 1 to {@link
 *     #MAX_FLIGHTS}
 * @param events the exact number of events; {@link #AS_THEY_COME}: as many as the flights have when
 *     a position is sent every five seconds near the hub
 * @param start the time of the first event, which may be up to five minutes later
 * @param hub the ICAO code of the airport that all legs leave or reach
 * @param hours the period in which the hub's departures and arrivals are scheduled; at least ten
 *     minutes
 * @param underway true: the feed contains exactly the events of this period. At its start, flights
 *     are already in the air and at their gates, and each sends its state at once; at its end,
 *     others are still flying. False: the feed contains every flight from its first event to its
 *     last, so it extends before and after this period
 */
public record GeneratorOptions(
    long seed,
    int flights,
    long events,
    Instant start,
    String hub,
    Duration hours,
    boolean underway) {
  /** No fixed total: as many events as the flights have. */
  public static final long AS_THEY_COME = 0;

  /** The maximum number of flights. */
  public static final int MAX_FLIGHTS = 10_000_000;

  /** The maximum number of events. */
  public static final long MAX_EVENTS = 10_000_000_000L;

  private static final Duration SHORTEST = Duration.ofMinutes(10);
  private static final Duration LONGEST = Duration.ofDays(31);
  private static final Instant DEFAULT_START = Instant.parse("2026-03-02T05:00:00Z");
  private static final Instant SAMPLE_START = Instant.parse("2026-03-02T08:00:00Z");
  private static final String DEFAULT_HUB = "EGLL";
  private static final int SAMPLE_FLIGHTS = 110;
  private static final int DEFAULT_FLIGHTS = 1_000;
  private static final long DEFAULT_SEED = 1;

  /** With this seed, a flight diverts within the hour, and another has been cancelled. */
  private static final long SAMPLE_SEED = 24;

  /** Checks all options and reports every fault. */
  public GeneratorOptions {
    List<Fault> faults = new ArrayList<>();
    if (flights < 1 || flights > MAX_FLIGHTS) {
      faults.add(new Fault("flights", "is " + flights + "; 1 to " + MAX_FLIGHTS));
    }
    if (events < 0 || events > MAX_EVENTS) {
      faults.add(new Fault("events", "is " + events + "; 1 to " + MAX_EVENTS));
    }
    if (hours.compareTo(SHORTEST) < 0 || hours.compareTo(LONGEST) > 0) {
      faults.add(new Fault("hours", "is " + hours + "; " + SHORTEST + " to " + LONGEST));
    }
    if (start.toEpochMilli() < 0) {
      faults.add(new Fault("start", "is " + start + "; not before 1970"));
    }
    List<String> hubs = hubs();
    if (!hubs.contains(hub)) {
      faults.add(new Fault("hub", "is '" + hub + "'; one of " + hubs));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }

  /** Returns the options of a day of 1,000 flights at London Heathrow. */
  public static GeneratorOptions day() {
    return new GeneratorOptions(
        DEFAULT_SEED,
        DEFAULT_FLIGHTS,
        AS_THEY_COME,
        DEFAULT_START,
        DEFAULT_HUB,
        Duration.ofHours(24),
        false);
  }

  /**
   * Returns the options of the built-in sample: a busy hour around London Heathrow, with flights
   * already in the air.
   */
  public static GeneratorOptions sample() {
    return new GeneratorOptions(
        SAMPLE_SEED,
        SAMPLE_FLIGHTS,
        AS_THEY_COME,
        SAMPLE_START,
        DEFAULT_HUB,
        Duration.ofHours(1),
        true);
  }

  /** Returns the ICAO codes of the airports that can be the hub. */
  public static List<String> hubs() {
    return ReferenceData.load().hubs();
  }

  /** Returns the same options with another seed. */
  public GeneratorOptions withSeed(long newSeed) {
    return new GeneratorOptions(newSeed, flights, events, start, hub, hours, underway);
  }

  /** Returns the same options with exactly this number of flights. */
  public GeneratorOptions withFlights(int newFlights) {
    return new GeneratorOptions(seed, newFlights, events, start, hub, hours, underway);
  }

  /** Returns the same options with exactly this number of events. */
  public GeneratorOptions withEvents(long newEvents) {
    return new GeneratorOptions(seed, flights, newEvents, start, hub, hours, underway);
  }

  /** Returns the same options with another start. */
  public GeneratorOptions withStart(Instant newStart) {
    return new GeneratorOptions(seed, flights, events, newStart, hub, hours, underway);
  }

  /** Returns the same options with another hub. */
  public GeneratorOptions withHub(String newHub) {
    return new GeneratorOptions(seed, flights, events, start, newHub, hours, underway);
  }

  /** Returns the same options with another period. */
  public GeneratorOptions withHours(Duration newHours) {
    return new GeneratorOptions(seed, flights, events, start, hub, newHours, underway);
  }

  /** Returns the same options with flights under way at the start, or with whole flights. */
  public GeneratorOptions withUnderway(boolean newUnderway) {
    return new GeneratorOptions(seed, flights, events, start, hub, hours, newUnderway);
  }
}
