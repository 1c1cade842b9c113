package io.windsock.link.stats;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports a target that is slow to commit: in the log once when it begins and once when it is over,
 * and in words to who asks. {@link CommitPace} decides. Written by one thread; any thread may read
 * the reason.
 */
public final class SlowTarget {
  private static final Logger LOG = LoggerFactory.getLogger(SlowTarget.class);

  private final String link;
  private final CommitPace pace = new CommitPace();

  /** Creates the report of a link's target, which is not slow. */
  public SlowTarget(String link) {
    this.link = link;
  }

  /**
   * Takes in a commit.
   *
   * @param endNs when it was done, as {@link System#nanoTime}; not before the one before
   * @param tookNs how long it took
   */
  public void committed(long endNs, long tookNs) {
    switch (pace.committed(endNs, tookNs)) {
      case SLOW -> LOG.warn("link {}: {}", link, pace.reason(endNs));
      case OVER -> LOG.info("link {}: the target commits fast enough again", link);
      case NONE -> {}
    }
  }

  /** Returns that the target is slow, with the times and the remedy; null if it is not. */
  public @Nullable String reason() {
    return pace.reason(System.nanoTime());
  }
}
