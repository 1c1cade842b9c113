package io.windsock.feeds.generate;

import io.windsock.contracts.config.ConfigurationException;

/**
 * Allocates events of each kind to each leg, so that the total is exactly the requested number.
 * Status and crew events are fixed. All passenger and bag scans are emitted unless they would leave
 * too few positions, which make up the rest. Legs must be processed in order.
 */
final class EventBudget {
  /** The maximum fraction of scans in what remains after status and crew events. */
  private static final double MAX_SCANS = 0.4;

  /** The events allocated to one leg. */
  record Share(int positions, int boardings, int bags) {}

  /** The events that all legs would have without a budget. */
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
   * Distributes {@code events} ({@link GeneratorOptions#AS_THEY_COME}: without a fixed total).
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

  /** Returns the total number of events of all legs. */
  long totalEvents() {
    return totalEvents;
  }

  /** Returns the allocation of the next leg. */
  Share next(LegPlan plan) {
    int boardings = plan.boarding().scans();
    int bags = plan.baggage().scans();
    int received = Math.toIntExact(positions.next(plan.positions().weight()));
    if (allScans) {
      return new Share(received, boardings, bags);
    }
    int reportedBoardings = (int) scans.next(boardings);
    return new Share(received, reportedBoardings, (int) scans.next(bags));
  }

  /** Distributes an integer in proportion to weights that arrive one by one. */
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
