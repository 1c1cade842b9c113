package io.windsock.site.testing;

import io.windsock.platform.kafka.LogTopic;
import io.windsock.site.apply.Applier;
import io.windsock.site.apply.ApplyOptions;
import io.windsock.site.apply.Following;
import io.windsock.site.apply.OutputLog;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.progress.Progress;
import io.windsock.site.progress.ReadyQueue;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.Digest;
import io.windsock.site.status.SiteRole;
import io.windsock.site.update.UpdateBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.Uuid;

/** A site's state without Kafka: a made-up log, applied by the test, which is the apply thread. */
public final class AppliedLog implements AutoCloseable {
  public static final int PARTITIONS = 3;
  public static final long MEMORY_BYTES = 8L << 20;
  public static final LogTopic TOPIC =
      new LogTopic("cluster", OutputLog.TOPIC, new Uuid(5, 9), PARTITIONS);
  public static final DiskStamp STAMP =
      new DiskStamp("cluster", OutputLog.TOPIC, TOPIC.id().toString(), PARTITIONS, "definition");

  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
  private final OutputLog log;
  private final SiteState state;
  private final Applier applier;
  private final AtomicLong applied = new AtomicLong();

  /** The log of {@code seed}, applied from its beginning to a state in {@code dataDir}. */
  public AppliedLog(long seed, int keys, Path dataDir) {
    this(seed, keys, dataDir, true);
  }

  /** As the other one; the state may say that the log was not whole where it begins. */
  public AppliedLog(long seed, int keys, Path dataDir, boolean whole) {
    log = new OutputLog(seed, PARTITIONS, keys, 10);
    state = SiteState.open(dataDir, STAMP, TOPIC.epoch(), MEMORY_BYTES, Rebuild.NEVER);
    state.writer().begin(state.token(), whole);
    ApplyOptions options =
        new ApplyOptions(
            "m1", SiteRole.MIRROR, OutputLog.DOMAIN, Map.of(), Following.STANDARD.cachedKeys(1000));
    applier = new Applier(state, options, new SiteListeners("m1"));
  }

  /** Applies the next {@code count} records as one batch. */
  public void apply(int count) {
    List<ConsumerRecord<byte[], byte[]>> next = log.next(count);
    records.addAll(next);
    applier.begin(true);
    next.forEach(applier::receive);
    UpdateBatch batch = Objects.requireNonNull(applier.end());
    applied.addAndGet(batch.events());
  }

  /** All records applied. */
  public List<ConsumerRecord<byte[], byte[]>> records() {
    return records;
  }

  /** The state. */
  public SiteState state() {
    return state;
  }

  /** The digest of the state. */
  public Digest digest() {
    try (SiteSnapshot snapshot = state.snapshot()) {
      return snapshot.digest(true);
    }
  }

  /** What an apply loop would say. */
  public Progress progress(SitePhase phase) {
    return new Progress(phase, "", ReadyQueue.unknown(PARTITIONS), applied.get(), 0);
  }

  @Override
  public void close() {
    state.close();
  }
}
