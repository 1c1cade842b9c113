package io.windsock.site.status;

import io.windsock.contracts.position.Token;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.state.StoreMemory;
import io.windsock.site.update.UpdateDelay;
import java.util.List;
import java.util.Map;

/**
 * What a site says of itself. Token, digest, keys and events are of one moment.
 *
 * @param name the site's name
 * @param role what it is for
 * @param topic the output topic that it follows
 * @param phase where it is in its life
 * @param detail in words: how far, or why it stopped
 * @param token the position applied
 * @param checkpoint the offsets last committed, by partition; negative: none yet
 * @param digest the digest of its state
 * @param keys how many keys it has
 * @param events event records applied since the log's beginning, by type
 * @param markers number of the last marker applied, by partition
 * @param epochs epoch of the parameters in that marker, by partition
 * @param staleness what the state lacks against the central site's
 * @param eventsPerSecond events applied a second, over the last seconds
 * @param lag log offsets not yet applied
 * @param updateDelay update delays since the site started
 * @param faults what was wrong with the log's records since the site started
 * @param memory what its database uses
 */
public record SiteStatus(
    String name,
    SiteRole role,
    String topic,
    SitePhase phase,
    String detail,
    Token token,
    List<Long> checkpoint,
    String digest,
    long keys,
    Map<String, Long> events,
    List<Long> markers,
    List<Long> epochs,
    Staleness staleness,
    double eventsPerSecond,
    long lag,
    UpdateDelay.Percentiles updateDelay,
    Map<SiteFault, Long> faults,
    StoreMemory memory) {
  /** Event records applied, of all types. */
  public long eventsApplied() {
    long sum = 0;
    for (long events : events.values()) {
      sum += events;
    }
    return sum;
  }
}
