package io.windsock.site.sample;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.wire.DelaySummary;
import io.windsock.contracts.wire.PublishedSnapshot;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.platform.name.Incarnation;
import io.windsock.platform.telemetry.ProcessorUse;
import io.windsock.platform.telemetry.SampleSource;
import io.windsock.site.disk.StoreException;
import io.windsock.site.progress.Progress;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.snapshot.SnapshotManifest;
import io.windsock.site.snapshot.SnapshotSource;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.AppliedMarker;
import io.windsock.site.state.form.PartitionLedger;
import io.windsock.site.status.SiteRole;
import io.windsock.site.status.Staleness;
import io.windsock.site.update.UpdateDelay;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates samples of a running site. Position, markers and keys are from one batch, the rest from
 * about the same moment. Owned by the sampling thread.
 */
public final class SiteSampler implements SampleSource {
  private static final Logger LOG = LoggerFactory.getLogger(SiteSampler.class);
  private static final double MS_PER_SECOND = 1000;

  private final Identity identity;
  private final SiteState state;
  private final Sources sources;
  private final ProcessorUse cpu = new ProcessorUse();
  private List<PartitionLedger> ledgers;
  private Token token;
  private long answered;
  private long lastMs;

  /**
   * The constant part of a sample.
   *
   * @param url the URL at which other sites and the controller reach the site
   * @param linkUrl the URL at which gateways reach the site's links
   * @param topic the output topic followed
   * @param incarnation this run of the site
   */
  public record Identity(
      String site,
      SiteRole role,
      String url,
      String linkUrl,
      String topic,
      Incarnation incarnation) {}

  /**
   * The sources of the variable part. Each may be used by any thread.
   *
   * @param checkpoint the committed marker of each partition
   * @param snapshots the snapshots that the site serves
   * @param delays the sampler's own window on the update delays
   */
  public record Sources(
      Supplier<Progress> progress,
      Supplier<List<AppliedMarker>> checkpoint,
      Supplier<ServerLoad> load,
      SnapshotSource snapshots,
      UpdateDelay.Window delays) {}

  /** Creates a sampler of a site with this state. */
  public SiteSampler(Identity identity, SiteState state, Sources sources, long nowMs) {
    this.identity = identity;
    this.state = state;
    this.sources = sources;
    lastMs = nowMs;
    token = state.token();
    ledgers = PartitionLedger.blank(token.partitions());
  }

  @Override
  public SiteSample sample(long nowMs) {
    SiteSample.Builder sample = SiteSample.newBuilder();
    Progress progress = sources.progress().get();
    List<AppliedMarker> checkpoint = sources.checkpoint().get();
    who(sample, progress, nowMs);
    read();
    applied(sample);
    Staleness stale = Staleness.of(identity.role(), ledgers, progress.ready(), nowMs);
    sample.setStalenessEvents(stale.events()).setStalenessMs(stale.ms());
    sample
        .setCheckpoints(checkpoint.stream().map(AppliedMarker::checkpoint).toList())
        .setStamps(checkpoint.stream().map(SiteSampler::stamp).toList())
        .setBackup(progress.ready().backup(checkpoint))
        .setCpu(cpu.read())
        .setSnapshot(published(progress, sources.snapshots().latest()));
    served(sample, nowMs);
    return sample.build();
  }

  private void who(SiteSample.Builder sample, Progress progress, long nowMs) {
    sample
        .setSite(identity.site())
        .setRole(identity.role().text())
        .setUrl(identity.url())
        .setLinkUrl(identity.linkUrl())
        .setTopic(identity.topic())
        .setIncarnation(identity.incarnation().id())
        .setBorn(identity.incarnation().born())
        .setAtMs(nowMs)
        .setPhase(progress.phase().name())
        .setDetail(progress.detail())
        .setEventsPerSecond(progress.eventsPerSecond())
        .setReady(progress.lag())
        .setCutOffMs(progress.ready().cutOffMs(nowMs));
  }

  /** Reads the applied state. If it can't be read, the last values stay. */
  private void read() {
    try (SiteSnapshot snapshot = state.snapshot()) {
      ledgers = snapshot.ledgers();
      token = snapshot.token();
    } catch (StoreException e) {
      LOG.debug("{}: its state can't be read", identity.site(), e); // reported as progress
    }
  }

  private void applied(SiteSample.Builder sample) {
    long keys = 0;
    List<Long> sequences = new ArrayList<>();
    List<Long> markers = new ArrayList<>();
    List<Long> epochs = new ArrayList<>();
    for (PartitionLedger ledger : ledgers) {
      keys += ledger.keys();
      sequences.add(ledger.sequence());
      markers.add(ledger.marker().number());
      epochs.add(ledger.marker().epoch());
    }
    sample
        .setTokenEpoch(token.epoch())
        .setOffsets(LongStream.of(token.offsets()).boxed().toList())
        .setSequences(sequences)
        .setMarkers(markers)
        .setEpochs(epochs)
        .setKeys(keys);
  }

  private static List<Long> stamp(AppliedMarker marker) {
    List<Long> components = new ArrayList<>();
    for (int i = 0; i < marker.stamp().size(); i++) {
      components.add(marker.stamp().next(i));
    }
    return components;
  }

  /**
   * The snapshot to announce. Snapshots share files with the state, so none if that has a fault.
   */
  private static @Nullable PublishedSnapshot published(
      Progress progress, @Nullable SnapshotManifest latest) {
    return latest == null || progress.phase() == SitePhase.REPAIRING
        ? null
        : PublishedSnapshot.newBuilder()
            .setNumber(latest.number())
            .setOffsets(LongStream.of(latest.token().offsets()).boxed().toList())
            .setDigest(latest.digest())
            .setBytes(latest.bytes())
            .build();
  }

  private void served(SiteSample.Builder sample, long nowMs) {
    ServerLoad load = sources.load().get();
    UpdateDelay.Percentiles delays = sources.delays().read();
    double seconds = (nowMs - lastMs) / MS_PER_SECOND;
    sample
        .setPending(load.pending())
        .setClients(load.clients())
        .setRequestsPerSecond(seconds > 0 ? (load.answered() - answered) / seconds : 0)
        .setUpdateDelay(
            new DelaySummary(delays.events(), delays.p50Ms(), delays.p99Ms(), delays.maxMs()));
    answered = load.answered();
    lastMs = nowMs;
  }
}
