package io.windsock.site.status;

import io.windsock.contracts.position.Token;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.state.StoreMemory;
import io.windsock.site.update.UpdateDelay;
import java.util.List;
import java.util.Map;

/**
 * Status report of a site. Token, digest, keys and events are from the same moment.
 *
 * @param name the site's name
 * @param role the site's role
 * @param topic the output topic that it follows
 * @param phase the site's phase
 * @param detail the progress in words, or why the site stopped
 * @param token the position applied
 * @param checkpoint the offsets last committed, by partition; negative: none yet
 * @param digest the digest of its state
 * @param keys the number of keys
 * @param events event records applied since the log's beginning, by type
 * @param markers number of the last marker applied, by partition
 * @param epochs epoch of the parameters in that marker, by partition
 * @param staleness what the state lacks compared with the central site's
 * @param eventsPerSecond events applied a second, over the last seconds
 * @param lag log offsets not yet applied
 * @param updateDelay update delays since the site started
 * @param faults faults in the log's records since the site started
 * @param memory the database's memory and disk usage
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
  /** The number of event records applied, of all types. */
  public long eventsApplied() {
    return events.values().stream().mapToLong(Long::longValue).sum();
  }
}
