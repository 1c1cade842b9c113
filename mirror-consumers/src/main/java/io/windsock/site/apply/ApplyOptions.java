package io.windsock.site.apply;

import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.util.Map;

/**
 * How a site follows its log.
 *
 * @param name the site's name
 * @param role what it is for
 * @param domain what its events mean
 * @param kafka the Kafka client's properties, bootstrap servers and group included
 * @param cachedKeys how many decoded states are kept from one batch to the next
 * @param readyLag offsets behind the end of the log at which it counts as caught up
 * @param checkpointEveryMs the least time between two commits of checkpoints, ms
 * @param watchEveryMs how often to look whether the topic is still the same one, ms
 * @param beginLate whether an empty state may begin in a log whose beginning was trimmed away
 */
public record ApplyOptions(
    String name,
    SiteRole role,
    SiteDomain domain,
    Map<String, Object> kafka,
    int cachedKeys,
    long readyLag,
    long checkpointEveryMs,
    long watchEveryMs,
    boolean beginLate) {
  /** Decoded states kept where nothing else is set: about 40 MB of heap. */
  public static final int CACHED_KEYS = 16_384;

  /** Offsets behind the end at which a site counts as caught up. */
  public static final long READY_LAG = 1000;

  /** The least time between two commits, ms. */
  public static final long CHECKPOINT_EVERY_MS = 500;

  /** Between two looks at the topic, ms. */
  public static final long WATCH_EVERY_MS = 10_000;

  /** Without a say on the last two. */
  public ApplyOptions(
      String name,
      SiteRole role,
      SiteDomain domain,
      Map<String, Object> kafka,
      int cachedKeys,
      long readyLag,
      long checkpointEveryMs) {
    this(name, role, domain, kafka, cachedKeys, readyLag, checkpointEveryMs, WATCH_EVERY_MS, false);
  }

  /** Copies the properties. */
  public ApplyOptions {
    kafka = Map.copyOf(kafka);
  }
}
