package io.windsock.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.Ede;
import io.windsock.site.apply.Applier;
import io.windsock.site.apply.ApplyOptions;
import io.windsock.site.apply.Following;
import io.windsock.site.apply.ReferenceReplay;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A site without Kafka and HTTP: it applies the log of its role in polls of random size, is
 * restarted at random, and is held to the invariants of a site after each poll.
 */
final class SiteRun implements AutoCloseable {
  private static final long EPOCH = 7;
  private static final long MEMORY = 8L << 20;
  private static final int MAX_POLL = 60;
  private static final int RESTART_ONE_IN = 8;

  private final Path dataDir;
  private final SiteRole role;
  private final SiteDomain domain;
  private final List<List<ConsumerRecord<byte[], byte[]>>> log;
  private final List<SourceNumbers> numbers;
  private final Random random;
  private final SiteListeners listeners;
  private final Ede ede;
  private final int[] next;
  private final Map<String, Long> versions = new HashMap<>();
  private int restarts;
  private SiteState state;
  private Applier applier;

  /**
   * A site that has applied nothing.
   *
   * @param log by partition, the output topic of its role
   * @param numbers by partition, the numbers of the source events
   */
  SiteRun(
      Path dataDir,
      SiteRole role,
      SiteDomain domain,
      List<List<ConsumerRecord<byte[], byte[]>>> log,
      List<SourceNumbers> numbers,
      Random random) {
    this.dataDir = dataDir;
    this.role = role;
    this.domain = domain;
    this.log = log;
    this.numbers = numbers;
    this.random = random;
    listeners = new SiteListeners(dataDir.getFileName().toString());
    ede = new Ede(domain.ede());
    next = new int[log.size()];
    restarts = random.nextInt(2);
    state = open();
    applier = applier();
  }

  SiteState state() {
    return state;
  }

  boolean remaining() {
    for (int p = 0; p < next.length; p++) {
      if (next[p] < log.get(p).size()) {
        return true;
      }
    }
    return false;
  }

  /** One poll, at times after a restart. */
  void step() {
    if (restarts > 0 && random.nextInt(RESTART_ONE_IN) == 0) {
      restarts--;
      state.close();
      state = open();
      applier = applier();
    }
    assertThat(state.token()).isEqualTo(position());
    poll();
    checkCheckpoints();
  }

  /** All has been applied: holds the site against a replay, and to having found no fault. */
  void checkSettled() {
    ReferenceReplay reference = new ReferenceReplay(domain, log.size());
    log.forEach(partition -> partition.forEach(reference::receive));
    try (SiteSnapshot snapshot = state.snapshot()) {
      assertThat(snapshot.digest(true).recomputed()).isEqualTo(reference.digest());
      assertThat(snapshot.digest(false).maintained()).isEqualTo(reference.digest());
    }
    assertThat(listeners.faults().all()).isEmpty();
  }

  /** A row's version is the highest source sequence whose event it contains. */
  void checkVersions() {
    Map<String, Long> found = new HashMap<>();
    try (SiteSnapshot snapshot = state.snapshot()) {
      snapshot.all(
          (key, framed) -> {
            found.put(new String(key, UTF_8), version(framed));
            return true;
          });
    }
    assertThat(found).as("versions at the %s", dataDir.getFileName()).isEqualTo(versions);
  }

  private long version(byte[] framed) {
    try {
      return (Long) ede.decode(framed).get("version");
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  /** The position that a restarted site must have: what was applied, no more and no less. */
  private Token position() {
    long[] offsets = state.token().offsets();
    for (int p = 0; p < next.length; p++) {
      offsets[p] = next[p] == 0 ? 0 : log.get(p).get(next[p] - 1).offset() + 1;
    }
    return new Token(EPOCH, offsets);
  }

  private SiteState open() {
    DiskStamp stamp = new DiskStamp("cluster", "output", "id", log.size(), "ede");
    return SiteState.open(dataDir, stamp, EPOCH, MEMORY, Rebuild.NEVER);
  }

  private Applier applier() {
    int cachedKeys = 1 + random.nextInt(6);
    ApplyOptions options =
        new ApplyOptions("test", role, domain, Map.of(), Following.STANDARD.cachedKeys(cachedKeys));
    return new Applier(state, options, listeners);
  }

  private void poll() {
    applier.begin(true);
    int first = random.nextInt(next.length);
    for (int i = 0; i < next.length; i++) {
      int p = (first + i) % next.length;
      int to = Math.min(log.get(p).size(), next[p] + random.nextInt(MAX_POLL));
      for (; next[p] < to; next[p]++) {
        ConsumerRecord<byte[], byte[]> record = log.get(p).get(next[p]);
        applier.receive(record);
        if (record.key() != null) {
          long highest = numbers.get(p).highestIn(record);
          versions.merge(new String(record.key(), UTF_8), highest, Math::max);
        }
      }
    }
    applier.end();
  }

  private void checkCheckpoints() {
    for (int p = 0; p < next.length; p++) {
      long checkpoint = applier.marker(p).checkpoint();
      assertThat(checkpoint).isLessThanOrEqualTo(state.token().next(p));
      if (checkpoint >= 0) {
        assertThat(log.get(p))
            .as("a marker just before the checkpoint %d", checkpoint)
            .anyMatch(record -> record.offset() == checkpoint - 1 && record.key() == null);
      }
    }
  }

  @Override
  public void close() {
    state.close();
  }
}
