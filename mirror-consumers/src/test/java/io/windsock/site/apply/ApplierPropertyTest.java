package io.windsock.site.apply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.Ede;
import io.windsock.ede.view.ViewDefinition;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.Digest;
import io.windsock.site.status.SiteRole;
import io.windsock.site.update.Update;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.UpdateListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Random logs, poll boundaries, restarts, caches and listeners: what must hold whatever they are.
 */
class ApplierPropertyTest {
  private static final long EPOCH = 3;
  private static final long MEMORY = 8L * 1024 * 1024;
  private static final int MAX_BATCH = 40;

  private final Ede ede = new Ede(OutputLog.DOMAIN.ede());

  @Property(tries = 300)
  void shouldHoldTheStateOfAReferenceReplay(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 4) int partitions,
      @ForAll @IntRange(min = 1, max = 30) int keys,
      @ForAll @IntRange(min = 1, max = 20) int cachedKeys,
      @ForAll @IntRange(max = 250) int records,
      @ForAll @IntRange(max = 2) int restarts) {
    Random random = new Random(seed);
    OutputLog log = new OutputLog(seed, partitions, keys, 7);
    ReferenceReplay reference = new ReferenceReplay(OutputLog.DOMAIN, partitions);
    SiteListeners listeners = new SiteListeners("test");
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    inTemporaryFolder(
        folder -> {
          for (int run = 0; run <= restarts; run++) {
            List<ConsumerRecord<byte[], byte[]>> some = log.next(records / (restarts + 1));
            all.addAll(some);
            some.forEach(reference::receive);
            try (SiteState state = open(folder, partitions)) {
              applyInPolls(state, some, random, cachedKeys, listeners);
              check(state, reference, all, random);
            }
          }
        });
    assertThat(listeners.faults().all()).isEmpty();
  }

  private static SiteState open(Path folder, int partitions) {
    DiskStamp stamp = new DiskStamp("c", OutputLog.TOPIC, "id", partitions, "d");
    return SiteState.open(folder, stamp, EPOCH, MEMORY, Rebuild.NEVER);
  }

  /**
   * What a listener has been told of each key: as a client would have it that took every update.
   */
  private static final class Client implements UpdateListener {
    private final Map<String, GenericRecord> states = new HashMap<>();
    private final Map<String, List<String>> groups = new HashMap<>();
    private final Random random;
    private boolean wants;
    private long[] next = new long[0];

    Client(Random random) {
      this.random = random;
    }

    @Override
    public boolean wantsUpdates() {
      // Interest may arise at any moment, and from then on it stays.
      wants |= random.nextInt(10) == 0;
      return wants;
    }

    @Override
    public void applied(UpdateBatch batch) {
      long[] at = batch.before().offsets();
      assertThat(next.length == 0 || new Token(EPOCH, next).equals(batch.before())).isTrue();
      for (int i = 0; i < batch.size(); i++) {
        Update update = batch.update(i);
        assertThat(update.offset()).isGreaterThanOrEqualTo(at[update.partition()]);
        at[update.partition()] = update.offset() + 1;
        states.put(update.key(), update.state());
        List<String> before = groups(update, true);
        assertThat(groups.getOrDefault(update.key(), before)).isEqualTo(before);
        groups.put(update.key(), groups(update, false));
      }
      assertThat(batch.token().covers(new Token(EPOCH, at))).isTrue();
      next = batch.token().offsets();
    }

    private static List<String> groups(Update update, boolean before) {
      List<String> groups = new ArrayList<>();
      for (int v = 0; v < OutputLog.DOMAIN.ede().views().size(); v++) {
        groups.add(before ? update.groupBefore(v) : update.groupAfter(v));
      }
      return groups;
    }
  }

  private void applyInPolls(
      SiteState state,
      List<ConsumerRecord<byte[], byte[]>> records,
      Random random,
      int cachedKeys,
      SiteListeners listeners) {
    Client client = new Client(random);
    listeners.add(client);
    ApplyOptions options =
        new ApplyOptions(
            "test",
            SiteRole.MIRROR,
            OutputLog.DOMAIN,
            Map.of(),
            Following.STANDARD.cachedKeys(cachedKeys));
    Applier applier = new Applier(state, options, listeners);
    int from = 0;
    while (from < records.size()) {
      int to = Math.min(records.size(), from + 1 + random.nextInt(MAX_BATCH));
      applier.begin(true);
      records.subList(from, to).forEach(applier::receive);
      UpdateBatch batch = applier.end();
      assertThat(batch).isNotNull();
      assertThat(batch.number()).isEqualTo(state.batch());
      listeners.applied(batch, 0);
      from = to;
    }
    applier.begin(true);
    assertThat(applier.end()).isNull();
    listeners.remove(client);
    try (SiteSnapshot snapshot = state.snapshot()) {
      client.states.forEach(
          (key, told) -> assertThat(told).isEqualTo(decode(state(snapshot, key))));
    }
  }

  private static byte[] state(SiteSnapshot snapshot, String key) {
    return Objects.requireNonNull(snapshot.state(key.getBytes(UTF_8)), key);
  }

  private void check(
      SiteState state,
      ReferenceReplay reference,
      List<ConsumerRecord<byte[], byte[]>> log,
      Random random) {
    try (SiteSnapshot snapshot = state.snapshot()) {
      Digest digest = snapshot.digest(true);
      assertThat(digest.maintained()).isEqualTo(reference.digest());
      assertThat(digest.recomputed()).isEqualTo(reference.digest());
      assertThat(digest.keys()).isEqualTo(reference.keys());
      Map<String, byte[]> states = new TreeMap<>();
      snapshot.all((key, framed) -> states.put(new String(key, UTF_8), framed) == null);
      assertThat(hex(states)).isEqualTo(hex(reference.states()));
      checkChanged(snapshot, log, random);
      checkViews(snapshot, states);
    }
  }

  private static Map<String, String> hex(Map<String, byte[]> states) {
    Map<String, String> hex = new TreeMap<>();
    states.forEach((key, framed) -> hex.put(key, HexFormat.of().formatHex(framed)));
    return hex;
  }

  private static void checkChanged(
      SiteSnapshot snapshot, List<ConsumerRecord<byte[], byte[]>> log, Random random) {
    long[] since = snapshot.token().offsets();
    for (int p = 0; p < since.length; p++) {
      since[p] = random.nextLong(since[p] + 1);
    }
    TreeSet<String> expected = new TreeSet<>();
    for (ConsumerRecord<byte[], byte[]> record : log) {
      if (record.key() != null && record.offset() >= since[record.partition()]) {
        expected.add(new String(record.key(), UTF_8));
      }
    }
    List<String> changed = new ArrayList<>();
    snapshot.changedSince(
        new Token(EPOCH, since), (key, framed) -> changed.add(new String(key, UTF_8)));
    assertThat(changed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected);
  }

  private void checkViews(SiteSnapshot snapshot, Map<String, byte[]> states) {
    for (ViewDefinition view : OutputLog.DOMAIN.ede().views()) {
      Map<String, TreeMap<byte[], String>> expected = new HashMap<>();
      for (String group : List.of("", "EGLL", "CYYZ", "KATL")) {
        expected.put(group, new TreeMap<>(Arrays::compareUnsigned));
      }
      states.forEach(
          (key, framed) -> {
            GenericRecord state = decode(framed);
            String group = view.group(state);
            if (group != null) {
              Objects.requireNonNull(expected.get(group), group)
                  .put(concat(view.orderKey(state), key.getBytes(UTF_8)), key);
            }
          });
      expected.forEach(
          (group, rows) -> {
            List<String> seen = new ArrayList<>();
            snapshot.view(view.name(), group, (key, s) -> seen.add(new String(key, UTF_8)));
            assertThat(seen).containsExactlyElementsOf(rows.values());
          });
    }
  }

  private static byte[] concat(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private GenericRecord decode(byte[] framed) {
    try {
      return ede.decode(framed);
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  private interface InFolder {
    void run(Path folder);
  }

  private static void inTemporaryFolder(InFolder test) {
    try {
      // In memory where there is such a place: a case opens and closes several databases.
      Path memory = Path.of("/dev/shm");
      Path folder =
          Files.isWritable(memory)
              ? Files.createTempDirectory(memory, "windsock-applier")
              : Files.createTempDirectory("windsock-applier");
      try {
        test.run(folder);
      } finally {
        try (Stream<Path> files = Files.walk(folder)) {
          files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
