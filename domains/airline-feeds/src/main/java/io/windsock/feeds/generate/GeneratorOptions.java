package io.windsock.feeds.generate;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What to generate. Immutable; equal options give equal bytes.
 *
 * @param seed of all that is left to chance
 * @param flights exactly so many flight legs, each with at least one event; 1 to {@link
 *     #MAX_FLIGHTS}
 * @param events exactly so many events; {@link #AS_THEY_COME}: as many as the flights have when a
 *     position comes every five seconds near the hub
 * @param start the first event happens then or up to five minutes later
 * @param hub ICAO code of the airport that all legs leave or reach
 * @param hours the time over which the hub's departures and arrivals are scheduled; at least ten
 *     minutes
 * @param underway true: the feed is what is heard in just these hours: flights are already in the
 *     air and at their gates when it begins, each telling its state at once, and others still fly
 *     when it ends. False: every flight from its first word to its last, so that the feed goes on
 *     before and after those hours
 */
public record GeneratorOptions(
    long seed,
    int flights,
    long events,
    Instant start,
    String hub,
    Duration hours,
    boolean underway) {
  /** As many events as the flights have. */
  public static final long AS_THEY_COME = 0;

  /** The most flights. */
  public static final int MAX_FLIGHTS = 10_000_000;

  /** The most events. */
  public static final long MAX_EVENTS = 10_000_000_000L;

  private static final Duration SHORTEST = Duration.ofMinutes(10);
  private static final Duration LONGEST = Duration.ofDays(31);
  private static final Instant DEFAULT_START = Instant.parse("2026-03-02T05:00:00Z");
  private static final Instant SAMPLE_START = Instant.parse("2026-03-02T08:00:00Z");
  private static final String DEFAULT_HUB = "EGLL";
  private static final int SAMPLE_FLIGHTS = 110;
  private static final int DEFAULT_FLIGHTS = 1_000;
  private static final long DEFAULT_SEED = 1;

  /** With this one, a flight diverts within the hour, and another has been cancelled. */
  private static final long SAMPLE_SEED = 24;

  /** Checks all of it, and names every fault. */
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

  /** A day of 1,000 flights at London Heathrow. */
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

  /** The built-in sample: a busy hour around London Heathrow, flights already in the air. */
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

  /** ICAO codes of the airports that can be the hub. */
  public static List<String> hubs() {
    return ReferenceData.load().hubs();
  }

  /** With another seed. */
  public GeneratorOptions withSeed(long newSeed) {
    return new GeneratorOptions(newSeed, flights, events, start, hub, hours, underway);
  }

  /** With exactly so many flights. */
  public GeneratorOptions withFlights(int newFlights) {
    return new GeneratorOptions(seed, newFlights, events, start, hub, hours, underway);
  }

  /** With exactly so many events. */
  public GeneratorOptions withEvents(long newEvents) {
    return new GeneratorOptions(seed, flights, newEvents, start, hub, hours, underway);
  }

  /** Beginning at another time. */
  public GeneratorOptions withStart(Instant newStart) {
    return new GeneratorOptions(seed, flights, events, newStart, hub, hours, underway);
  }

  /** Around another hub. */
  public GeneratorOptions withHub(String newHub) {
    return new GeneratorOptions(seed, flights, events, start, newHub, hours, underway);
  }

  /** Over another length of time. */
  public GeneratorOptions withHours(Duration newHours) {
    return new GeneratorOptions(seed, flights, events, start, hub, newHours, underway);
  }

  /** With flights under way at the start, or whole ones. */
  public GeneratorOptions withUnderway(boolean newUnderway) {
    return new GeneratorOptions(seed, flights, events, start, hub, hours, newUnderway);
  }
}
