package io.windsock.site.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.site.disk.DiskStamp;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.Digest;
import io.windsock.site.status.SiteRole;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotConsistencyTest {
  private static final int PARTITIONS = 3;
  private static final int READERS = 3;
  private static final int BATCHES = 150;
  private static final int BATCH_RECORDS = 60;
  private static final long SEED = 42;

  @Test
  void shouldReadOneBatchWhileOthersAreWritten(@TempDir Path dir) throws Exception {
    DiskStamp stamp = new DiskStamp("c", OutputLog.TOPIC, "id", PARTITIONS, "d");
    ExecutorService readers = Executors.newFixedThreadPool(READERS);
    AtomicBoolean done = new AtomicBoolean();
    try (SiteState state = SiteState.open(dir, stamp, 1, 8L << 20, Rebuild.NEVER)) {
      List<Future<Integer>> reading = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        reading.add(readers.submit(reader(state, done)));
      }
      write(state);
      done.set(true);
      for (Future<Integer> reader : reading) {
        assertThat(reader.get(1, TimeUnit.MINUTES)).isPositive();
      }
    } finally {
      done.set(true);
      readers.shutdown();
    }
  }

  private static void write(SiteState state) {
    OutputLog log = new OutputLog(SEED, PARTITIONS, 50, 10);
    ApplyOptions options =
        new ApplyOptions(
            "test", SiteRole.MIRROR, OutputLog.DOMAIN, Map.of(), Following.STANDARD.cachedKeys(10));
    Applier applier = new Applier(state, options, new SiteListeners("test"));
    for (int batch = 0; batch < BATCHES; batch++) {
      applier.begin(true);
      for (ConsumerRecord<byte[], byte[]> record : log.next(BATCH_RECORDS)) {
        applier.receive(record);
      }
      applier.end();
    }
  }

  /** Answers how many snapshots it has looked at. */
  private static Callable<Integer> reader(SiteState state, AtomicBoolean done) {
    return () -> {
      int snapshots = 0;
      long last = 0;
      do {
        try (SiteSnapshot snapshot = state.snapshot()) {
          assertThat(snapshot.batch()).isGreaterThanOrEqualTo(last);
          last = snapshot.batch();
          check(snapshot);
          snapshots++;
        }
      } while (!done.get());
      return snapshots;
    };
  }

  private static void check(SiteSnapshot snapshot) {
    Digest digest = snapshot.digest(true);
    assertThat(digest.consistent()).as("digest of batch %d", snapshot.batch()).isTrue();
    assertThat(digest.token()).isEqualTo(snapshot.token());
    long[] rows = new long[2];
    snapshot.view("all", "", (key, framed) -> ++rows[0] > 0);
    snapshot.all((key, framed) -> ++rows[1] > 0);
    assertThat(rows).containsOnly(snapshot.keys());
    snapshot.changedSince(
        snapshot.token(),
        (key, framed) -> {
          throw new AssertionError("a change after batch " + snapshot.batch());
        });
  }
}
