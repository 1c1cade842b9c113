package io.windsock.site.apply;

import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.util.Map;

/**
 * Options for how a site follows its log.
 *
 * @param name the site's name
 * @param role the site's role
 * @param domain the domain of its events
 * @param kafka the Kafka client's properties, including bootstrap servers and group
 * @param cachedKeys the number of decoded states kept between batches
 * @param readyLag the most offsets behind the log's end at which the site counts as caught up
 * @param checkpointEveryMs the least time between two commits of checkpoints, ms
 * @param watchEveryMs how often to check that the topic was not replaced, ms
 * @param beginLate whether an empty state may begin in a log whose beginning was trimmed
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
  /** The default number of decoded states kept: about 40 MB of heap. */
  public static final int CACHED_KEYS = 16_384;

  /** The default lag at which a site counts as caught up, offsets. */
  public static final long READY_LAG = 1000;

  /** The default of the least time between two commits, ms. */
  public static final long CHECKPOINT_EVERY_MS = 500;

  /** The default time between two checks of the topic, ms. */
  public static final long WATCH_EVERY_MS = 10_000;

  /** Options with defaults for {@code watchEveryMs} and {@code beginLate}. */
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
