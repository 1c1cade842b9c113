package io.windsock.site.progress;

import io.windsock.platform.time.Clocks;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a site reaches the log, and has applied what it missed, in words: for people, and for the
 * log when it changes. The apply thread owns it.
 */
public final class Contact {
  private static final Logger LOG = LoggerFactory.getLogger(Contact.class);
  private static final double MS_PER_SECOND = 1000;

  private final String site;
  private final String topic;
  private boolean lost;
  private long lostMs;
  private @Nullable String heldUp;

  public Contact(String site, String topic) {
    this.site = site;
    this.topic = topic;
  }

  /** The apply thread goes on after this, and does not know yet what it has missed. */
  public void resumed(Stall stall, Clocks clock) {
    heldUp = "it was " + stall.describe(clock);
    LOG.info("{}: goes on; {}", site, heldUp);
    if (!lost) {
      lost = true;
      lostMs = stall.sinceMs();
    }
  }

  /**
   * Logs what has changed; answers whether what is known of a partition is old.
   *
   * @param silent of how many partitions the leaders do not answer
   */
  public boolean tell(ReadyQueue ready, int silent, Clocks clock) {
    boolean old = ready.cutOff() > 0;
    long nowMs = clock.monotonicMs();
    if (old && !lost) {
      lost = true;
      lostMs = nowMs - ready.cutOffMs(clock.wallMs());
      LOG.warn("{}: {}", site, describe(ready, silent, clock));
    } else if (!old && lost) {
      lost = false;
      heldUp = null;
      String seconds = String.format(Locale.ROOT, "%.1f", (nowMs - lostMs) / MS_PER_SECOND);
      LOG.info("{}: follows all of topic '{}' again, after {} s", site, topic, seconds);
    }
    return old;
  }

  /** Describes it. */
  public String describe(ReadyQueue ready, int silent, Clocks clock) {
    long seconds = Math.round(ready.cutOffMs(clock.wallMs()) / MS_PER_SECOND);
    String cause = heldUp;
    if (silent > 0) {
      return String.format(
          Locale.ROOT,
          "cut off from Kafka for %d s: no answer about %d of %d partitions of topic '%s'",
          seconds,
          silent,
          ready.partitions(),
          topic);
    }
    return String.format(
        Locale.ROOT,
        "applies what topic '%s' got while %s: %,d offsets to go",
        topic,
        cause == null ? "it was cut off from Kafka, since " + seconds + " s ago" : cause,
        ready.offsets());
  }
}
