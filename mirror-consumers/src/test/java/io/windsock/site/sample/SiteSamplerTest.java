package io.windsock.site.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.wire.DelaySummary;
import io.windsock.contracts.wire.Marker;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.platform.name.Incarnation;
import io.windsock.site.apply.Applier;
import io.windsock.site.apply.ApplyOptions;
import io.windsock.site.apply.Following;
import io.windsock.site.apply.OutputLog;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.progress.Progress;
import io.windsock.site.progress.ReadyQueue;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.snapshot.SnapshotSource;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.AppliedMarker;
import io.windsock.site.status.SiteRole;
import io.windsock.site.update.UpdateBatch;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteSamplerTest {
  private static final int PARTITIONS = 3;
  private static final long NOW = 1_000_000;

  private final EventCodec codec = new EventCodec(OutputLog.CATALOGUE);
  private final SiteListeners listeners = new SiteListeners("m1");
  private final SiteState state;
  private final Applier applier;
  private final SiteSampler sampler;
  private final List<AppliedMarker> checkpoint = new ArrayList<>();
  private ReadyQueue ready = ReadyQueue.unknown(PARTITIONS);
  private ServerLoad load = new ServerLoad(0, 0, 0);

  SiteSamplerTest(@TempDir Path dir) {
    DiskStamp stamp = new DiskStamp("c", "t", "id", PARTITIONS, "d");
    state = SiteState.open(dir, stamp, 77, 8L << 20, Rebuild.NEVER);
    ApplyOptions options =
        new ApplyOptions(
            "m1", SiteRole.MIRROR, OutputLog.DOMAIN, Map.of(), Following.STANDARD.cachedKeys(100));
    applier = new Applier(state, options, listeners);
    for (int p = 0; p < PARTITIONS; p++) {
      checkpoint.add(AppliedMarker.NONE);
    }
    sampler =
        new SiteSampler(
            new SiteSampler.Identity(
                "m1",
                SiteRole.MIRROR,
                "http://here:1",
                "http://here:2",
                "test.mirror",
                new Incarnation("i1")),
            state,
            new SiteSampler.Sources(
                () -> new Progress(SitePhase.LIVE, "follows the log", ready, 9, 4.5),
                () -> checkpoint,
                () -> load,
                SnapshotSource.NONE,
                listeners.delay().window()),
            NOW);
  }

  @AfterEach
  void close() {
    state.close();
  }

  private UpdateBatch apply(List<ConsumerRecord<byte[], byte[]>> records) {
    applier.begin(true);
    records.forEach(applier::receive);
    return Objects.requireNonNull(applier.end());
  }

  @Test
  void shouldTellWhatTheLogSaidLastOfEachPartition() throws Exception {
    List<ConsumerRecord<byte[], byte[]>> records = new OutputLog(1, PARTITIONS, 20, 10).next(400);
    apply(records);

    SiteSample sample = sampler.sample(NOW + 500);

    Map<Integer, Marker> last = lastMarkers(records);
    assertThat(last).hasSize(PARTITIONS);
    long withheld = 0;
    for (int p = 0; p < PARTITIONS; p++) {
      Marker marker = Objects.requireNonNull(last.get(p));
      withheld += marker.getWithheld();
      assertThat(sample.getMarkers().get(p)).isEqualTo(marker.getNumber());
      assertThat(sample.getEpochs().get(p)).isEqualTo(marker.getEpoch()).isPositive();
      assertThat(sample.getSequences().get(p)).isEqualTo(lastSequence(records, p));
    }
    assertThat(sample.getStalenessEvents()).isEqualTo(withheld).isPositive();
    assertThat(sample.getStalenessMs()).isBetween(NOW - 2000, NOW - 500);
    assertThat(sample.getOffsets()).containsExactly(boxed(state.token().offsets()));
    assertThat(sample.getTokenEpoch()).isEqualTo(77);
    assertThat(sample.getKeys()).isEqualTo(20);
    assertThat(sample.getSite()).isEqualTo("m1");
    assertThat(sample.getRole()).isEqualTo("mirror");
    assertThat(sample.getUrl()).isEqualTo("http://here:1");
    assertThat(sample.getLinkUrl()).isEqualTo("http://here:2");
    assertThat(sample.getTopic()).isEqualTo("test.mirror");
    assertThat(sample.getPhase()).isEqualTo("LIVE");
    assertThat(sample.getIncarnation()).isEqualTo("i1");
    assertThat(sample.getBorn()).isEqualTo(Incarnation.UNBORN);
    assertThat(sample.getSnapshot()).isNull();
  }

  private Map<Integer, Marker> lastMarkers(List<ConsumerRecord<byte[], byte[]>> records)
      throws UndecodableException {
    Map<Integer, Marker> last = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (record.key() == null) {
        last.put(record.partition(), codec.decode(record.value(), Marker.class));
      }
    }
    return last;
  }

  private static long lastSequence(List<ConsumerRecord<byte[], byte[]>> records, int partition) {
    return records.stream()
        .filter(it -> it.partition() == partition && it.key() != null)
        .mapToLong(
            it -> EventHeaders.sequence(it.headers().lastHeader(EventHeaders.SEQUENCE).value()))
        .max()
        .orElseThrow();
  }

  private static Long[] boxed(long[] offsets) {
    return Arrays.stream(offsets).boxed().toArray(Long[]::new);
  }

  @Test
  void shouldTellTheQueuesAndTheCheckpointWithItsStamp() {
    apply(new OutputLog(2, PARTITIONS, 20, 10).next(200));
    checkpoint.set(0, applier.marker(0));
    checkpoint.set(2, applier.marker(2));
    long first = applier.marker(0).checkpoint();
    long third = applier.marker(2).checkpoint();
    ready = ready.measured(new long[] {5, 0, 7}, new long[] {first + 6, 40, third + 9}, NOW);

    SiteSample sample = sampler.sample(NOW);

    assertThat(sample.getReady()).isEqualTo(12);
    assertThat(sample.getBackup()).isEqualTo(6 + 40 + 9);
    assertThat(sample.getCheckpoints()).containsExactly(first, -1L, third);
    assertThat(sample.getStamps())
        .containsExactly(
            List.of(applier.marker(0).sequence()),
            List.of(),
            List.of(applier.marker(2).sequence()));
  }

  @Test
  void shouldTellRatesAndDelaysSinceTheSampleBefore() {
    load = new ServerLoad(3, 100, 8);
    SiteSample first = sampler.sample(NOW + 1000);
    load = new ServerLoad(4, 150, 7);
    UpdateBatch batch = apply(new OutputLog(3, PARTITIONS, 20, 10).next(50));
    listeners.delay().sent(batch, batch.startsMs()[batch.events() - 1] + 40);
    SiteSample second = sampler.sample(NOW + 1500);
    SiteSample third = sampler.sample(NOW + 2000);

    assertThat(first.getRequestsPerSecond()).isEqualTo(100);
    assertThat(first.getUpdateDelay()).isEqualTo(new DelaySummary(0L, 0L, 0L, 0L));
    assertThat(second.getPending()).isEqualTo(4);
    assertThat(second.getClients()).isEqualTo(7);
    assertThat(second.getRequestsPerSecond()).isEqualTo(100);
    assertThat(second.getUpdateDelay().getEvents()).isEqualTo(batch.events());
    assertThat(second.getUpdateDelay().getP50Ms()).isPositive();
    assertThat(third.getRequestsPerSecond()).isZero();
    assertThat(third.getUpdateDelay().getEvents()).isZero();
    assertThat(listeners.delay().percentiles().events()).isEqualTo(batch.events());
  }

  @Test
  void shouldMeasureTheProcessorsThatItsProcessUses() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long usedNs = 0;
    long fromNs = System.nanoTime();
    sampler.sample(NOW);
    long startNs = threads.getCurrentThreadCpuTime();
    // This thread's time on a processor, as a busy machine may give it none for a while.
    while (usedNs < 200_000_000) {
      usedNs = threads.getCurrentThreadCpuTime() - startNs;
    }
    double cpu = sampler.sample(NOW + 200).getCpu();
    double tookNs = System.nanoTime() - fromNs;

    assertThat(cpu)
        .isBetween(
            0.8 * usedNs / tookNs, (double) Runtime.getRuntime().availableProcessors() + 0.5);
  }
}
