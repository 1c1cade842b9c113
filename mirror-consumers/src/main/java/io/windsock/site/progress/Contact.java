package io.windsock.site.progress;

import io.windsock.platform.time.Clocks;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Describes whether a site reaches the log and has applied what it missed. Logs each change. Owned
 * by the apply thread.
 */
final class Contact {
  private static final Logger LOG = LoggerFactory.getLogger(Contact.class);
  private static final double MS_PER_SECOND = 1000;

  private final String site;
  private final String topic;
  private boolean lost;
  private long lostMs;
  private @Nullable String heldUp;

  Contact(String site, String topic) {
    this.site = site;
    this.topic = topic;
  }

  /**
   * Notes that the apply thread continues after a stall and does not know yet what it has missed.
   */
  void resumed(Stall stall, Clocks clock) {
    heldUp = "it was " + stall.describe(clock);
    LOG.info("{}: resumed; {}", site, heldUp);
    if (!lost) {
      lost = true;
      lostMs = stall.sinceMs();
    }
  }

  /**
   * Logs changes. Returns whether the information on any partition is old.
   *
   * @param silent the number of partitions whose leaders do not respond
   */
  boolean update(ReadyQueue ready, int silent, Clocks clock) {
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

  /** Describes the current contact in words. */
  String describe(ReadyQueue ready, int silent, Clocks clock) {
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
