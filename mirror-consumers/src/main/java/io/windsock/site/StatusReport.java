package io.windsock.site;

import io.windsock.contracts.schema.EventType;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.site.apply.EventTypes;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.disk.StoreException;
import io.windsock.site.progress.Progress;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.AppliedMarker;
import io.windsock.site.state.form.Digest;
import io.windsock.site.state.form.PartitionLedger;
import io.windsock.site.status.SiteStatus;
import io.windsock.site.status.Staleness;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Builds a {@link SiteStatus}. */
final class StatusReport {
  private static final String UNREADABLE = "unreadable";

  private StatusReport() {}

  static SiteStatus of(
      SiteConfig config,
      LogTopic topic,
      SiteState state,
      SiteListeners listeners,
      SiteProgress siteProgress,
      long nowMs) {
    Digest digest;
    List<PartitionLedger> ledgers;
    try (SiteSnapshot snapshot = state.snapshot()) {
      digest = snapshot.digest(false);
      ledgers = snapshot.ledgers();
    } catch (StoreException e) { // the progress reports the fault
      digest = new Digest(state.token(), 0, UNREADABLE, null);
      ledgers = PartitionLedger.blank(state.token().partitions());
    }
    Progress progress = siteProgress.now();
    return new SiteStatus(
        config.name(),
        config.role(),
        topic.name(),
        progress.phase(),
        progress.detail(),
        digest.token(),
        siteProgress.checkpoint().stream().map(AppliedMarker::checkpoint).toList(),
        digest.maintained(),
        digest.keys(),
        events(config, ledgers),
        ledgers.stream().map(it -> it.marker().number()).toList(),
        ledgers.stream().map(it -> it.marker().epoch()).toList(),
        Staleness.of(config.role(), ledgers, progress.ready(), nowMs),
        progress.eventsPerSecond(),
        progress.lag(),
        listeners.delay().percentiles(),
        listeners.faults().all(),
        state.memory());
  }

  private static Map<String, Long> events(SiteConfig config, List<PartitionLedger> ledgers) {
    Map<String, Long> events = new TreeMap<>();
    for (EventType type : config.domain().catalogue().types()) {
      for (PartitionLedger ledger : ledgers) {
        long applied = ledger.eventsOf(EventTypes.id(type));
        if (applied > 0) {
          events.merge(type.name(), applied, Long::sum);
        }
      }
    }
    return events;
  }
}
