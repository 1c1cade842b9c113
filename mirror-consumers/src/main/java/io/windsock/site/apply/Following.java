package io.windsock.site.apply;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.site.join.JoinFrom;
import java.time.Duration;

/**
 * How a site follows its log.
 *
 * @param cachedKeys the number of decoded states kept between batches, about 2.5 KB of heap each
 * @param readyLag the most offsets behind the log's end at which the site counts as caught up
 * @param checkpointEvery the least time between two commits of checkpoints
 * @param watchEvery how often to check that the topic was not replaced
 * @param beginLate whether an empty state may begin in a log whose beginning was trimmed
 * @param joinFrom from what it starts if the log has all that it needs
 */
public record Following(
    int cachedKeys,
    long readyLag,
    Duration checkpointEvery,
    Duration watchEvery,
    boolean beginLate,
    JoinFrom joinFrom) {
  /** The defaults. The decoded states take about 40 MB of heap. */
  public static final Following STANDARD =
      new Following(
          16_384, 1000, Duration.ofMillis(500), Duration.ofSeconds(10), false, JoinFrom.LOG);

  /** Adds a fault for each invalid value. */
  public void check(ConfigCheck check) {
    check.holds(cachedKeys > 0, "cachedKeys", cachedKeys, "greater than 0");
    check.holds(readyLag >= 0, "readyLag", readyLag, "0 or more");
    check.holds(!checkpointEvery.isNegative(), "checkpointEvery", checkpointEvery, "0 or more");
    check.holds(watchEvery.toMillis() > 0, "watchEvery", watchEvery, "at least 1 ms");
  }

  /** A copy with another {@code cachedKeys}. */
  public Following cachedKeys(int keys) {
    return new Following(keys, readyLag, checkpointEvery, watchEvery, beginLate, joinFrom);
  }

  /** A copy with another {@code readyLag}. */
  public Following readyLag(long offsets) {
    return new Following(cachedKeys, offsets, checkpointEvery, watchEvery, beginLate, joinFrom);
  }

  /** A copy with another {@code checkpointEvery}. */
  public Following checkpointEvery(Duration interval) {
    return new Following(cachedKeys, readyLag, interval, watchEvery, beginLate, joinFrom);
  }

  /** A copy with another {@code watchEvery}. */
  public Following watchEvery(Duration interval) {
    return new Following(cachedKeys, readyLag, checkpointEvery, interval, beginLate, joinFrom);
  }

  /** A copy with another {@code beginLate}. */
  public Following beginLate(boolean choice) {
    return new Following(cachedKeys, readyLag, checkpointEvery, watchEvery, choice, joinFrom);
  }

  /** A copy with another {@code joinFrom}. */
  public Following joinFrom(JoinFrom choice) {
    return new Following(cachedKeys, readyLag, checkpointEvery, watchEvery, beginLate, choice);
  }
}
