package io.windsock.feeds.numbers;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of a generated feed.
 *
 * @param seed determines everything left to chance
 * @param numbers how many services are added first, one event per ms of event time; 1 to {@link
 *     ServiceNumbers#COUNT} together with {@code changes}
 * @param changes how many changes follow: a modification, a cancellation with an addition, or a
 *     count of calls each
 * @param start the event time of the first addition
 * @param interval the event time between two events of the changes, at least 1 ms
 * @param changesOnly whether to leave out the additions at the beginning: the same changes, for
 *     sites that have the services already
 */
public record ServiceOptions(
    long seed, int numbers, int changes, Instant start, Duration interval, boolean changesOnly) {
  /** The seed of feeds that ask for none. */
  public static final long DEFAULT_SEED = 1;

  private static final int DEFAULT_NUMBERS = 1_000;
  private static final int DEFAULT_CHANGES = 1_000;
  private static final Instant DEFAULT_START = Instant.parse("2026-03-02T05:00:00Z");
  private static final Duration DEFAULT_INTERVAL = Duration.ofMillis(100);

  /** Checks all options and reports every fault. */
  public ServiceOptions {
    List<Fault> faults = new ArrayList<>();
    if (numbers < 1 || numbers > ServiceNumbers.COUNT) {
      faults.add(new Fault("numbers", "is " + numbers + "; 1 to " + ServiceNumbers.COUNT));
    } else if (changes < 0 || changes > ServiceNumbers.COUNT - numbers) {
      String most = "0 to " + (ServiceNumbers.COUNT - numbers) + " with " + numbers + " numbers";
      faults.add(new Fault("changes", "is " + changes + "; " + most));
    }
    if (changesOnly && changes == 0) {
      faults.add(new Fault("changes", "is 0; without the additions at least 1"));
    }
    if (start.toEpochMilli() < 0) {
      faults.add(new Fault("start", "is " + start + "; not before 1970"));
    }
    if (interval.toMillis() < 1) {
      faults.add(new Fault("interval", "is " + interval + "; at least 1 ms"));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }

  /** Returns the options of 1,000 numbers and 1,000 changes, an event every 100 ms. */
  public static ServiceOptions standard() {
    return new ServiceOptions(
        DEFAULT_SEED, DEFAULT_NUMBERS, DEFAULT_CHANGES, DEFAULT_START, DEFAULT_INTERVAL, false);
  }

  /** Returns the same options with another seed. */
  public ServiceOptions withSeed(long newSeed) {
    return new ServiceOptions(newSeed, numbers, changes, start, interval, changesOnly);
  }

  /** Returns the same options with other numbers of services and changes. */
  public ServiceOptions withNumbers(int newNumbers, int newChanges) {
    return new ServiceOptions(seed, newNumbers, newChanges, start, interval, changesOnly);
  }

  /** Returns the same options with another start. */
  public ServiceOptions withStart(Instant newStart) {
    return new ServiceOptions(seed, numbers, changes, newStart, interval, changesOnly);
  }

  /** Returns the same options with another interval between the events of the changes. */
  public ServiceOptions withInterval(Duration newInterval) {
    return new ServiceOptions(seed, numbers, changes, start, newInterval, changesOnly);
  }

  /** Returns the same options without or with the additions at the beginning. */
  public ServiceOptions withChangesOnly(boolean newChangesOnly) {
    return new ServiceOptions(seed, numbers, changes, start, interval, newChangesOnly);
  }
}
