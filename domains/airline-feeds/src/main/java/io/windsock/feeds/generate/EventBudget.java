package io.windsock.feeds.generate;

import io.windsock.contracts.config.ConfigurationException;

/**
 * How many events of each kind each leg has, so that all legs together have exactly the number
 * asked for. Status and crew events are given. Passenger and bag scans are all told unless they
 * would leave too little for positions, which make up the rest. Legs must be taken in order.
 */
final class EventBudget {
  /** Scans have at most this share of what is left after status and crew events. */
  private static final double MAX_SCANS = 0.4;

  /** What one leg may tell. */
  record Share(int positions, int boardings, int bags) {}

  /** What all legs would tell. */
  static final class Census {
    private long fixed;
    private long scans;
    private double positions;
    private long firstMs = Long.MAX_VALUE;
    private long lastMs = Long.MIN_VALUE;

    void count(LegPlan plan) {
      fixed += plan.fixedEvents();
      scans += plan.boarding().scans() + plan.baggage().scans();
      positions += plan.positions().weight();
      firstMs = Math.min(firstMs, plan.firstMs());
      lastMs = Math.max(lastMs, plan.lastMs());
    }

    long firstMs() {
      return firstMs;
    }

    long lastMs() {
      return lastMs;
    }
  }

  private final long totalEvents;
  private final boolean allScans;
  private final Apportionment scans;
  private final Apportionment positions;

  /**
   * Divides {@code events} ({@link GeneratorOptions#AS_THEY_COME}: as many as there are).
   *
   * @throws ConfigurationException if that is fewer than the status and crew events
   */
  EventBudget(Census census, long events) {
    boolean natural = events == GeneratorOptions.AS_THEY_COME;
    long left = natural ? census.scans + Math.round(census.positions) : events - census.fixed;
    if (left < 0) {
      throw ConfigurationException.of(
          "events",
          "is "
              + events
              + ", but the flights have "
              + census.fixed
              + " status and crew events alone; ask for more events or for fewer flights");
    }
    allScans = natural || census.scans <= left * MAX_SCANS;
    long scanEvents = allScans ? census.scans : (long) (left * MAX_SCANS);
    scans = new Apportionment(scanEvents, census.scans);
    positions = new Apportionment(left - scanEvents, census.positions);
    totalEvents = census.fixed + left;
  }

  /** How many events all legs have. */
  long totalEvents() {
    return totalEvents;
  }

  /** What the next leg may tell. */
  Share next(LegPlan plan) {
    int boardings = plan.boarding().scans();
    int bags = plan.baggage().scans();
    int heard = Math.toIntExact(positions.next(plan.positions().weight()));
    if (allScans) {
      return new Share(heard, boardings, bags);
    }
    int boardingsTold = (int) scans.next(boardings);
    return new Share(heard, boardingsTold, (int) scans.next(bags));
  }

  /** Divides a whole number in proportion to weights that come one by one. */
  private static final class Apportionment {
    private final long total;
    private final double weights;
    private double before;
    private long given;

    Apportionment(long total, double weights) {
      this.total = total;
      this.weights = weights;
    }

    long next(double weight) {
      before += weight;
      long upTo = before >= weights ? total : (long) (total * (before / weights));
      long share = upTo - given;
      given = upTo;
      return share;
    }
  }
}
