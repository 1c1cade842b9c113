package io.windsock.site.apply;

import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a site reaches the log, in words: for people, and for the log when it changes. The apply
 * thread owns it.
 */
final class Contact {
  private static final Logger LOG = LoggerFactory.getLogger(Contact.class);
  private static final double MS_PER_SECOND = 1000;

  private final String site;
  private final String topic;
  private long lostMs;

  Contact(String site, String topic) {
    this.site = site;
    this.topic = topic;
  }

  /** Logs what has changed; answers whether a partition is cut off. */
  boolean tell(ReadyQueue ready, long nowMs) {
    boolean cutOff = ready.cutOff() > 0;
    if (cutOff && lostMs == 0) {
      lostMs = ready.cutOffSinceMs();
      LOG.warn("{}: {}", site, describe(ready, nowMs));
    } else if (!cutOff && lostMs != 0) {
      String seconds = String.format(Locale.ROOT, "%.1f", (nowMs - lostMs) / MS_PER_SECOND);
      LOG.info("{}: reaches all of topic '{}' again, after {} s", site, topic, seconds);
      lostMs = 0;
    }
    return cutOff;
  }

  /** Describes it. */
  String describe(ReadyQueue ready, long nowMs) {
    return String.format(
        Locale.ROOT,
        "cut off from Kafka for %d s: no answer about %d of %d partitions of topic '%s'",
        Math.round(ready.cutOffMs(nowMs) / MS_PER_SECOND),
        ready.cutOff(),
        ready.partitions(),
        topic);
  }
}
