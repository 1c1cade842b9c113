package io.windsock.site.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.position.Token;
import io.windsock.site.disk.DataDirException;
import io.windsock.site.disk.DiskFault;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.disk.StoreException;
import io.windsock.site.state.form.Layout;
import io.windsock.site.state.form.LeaderEpochs;
import io.windsock.site.state.form.Position;
import io.windsock.site.state.form.StateHash;
import io.windsock.site.state.form.StoredState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteStateTest {
  private static final DiskStamp STAMP = new DiskStamp("c", "t", "id", 2, "d");
  private static final long EPOCH = 7;
  private static final long MEMORY = 16L * 1024 * 1024;

  private final Path dir;
  private final StateHash hash = new StateHash();

  SiteStateTest(@TempDir Path dir) {
    this.dir = dir;
  }

  private SiteState open() {
    return SiteState.open(dir, STAMP, EPOCH, MEMORY, Rebuild.NEVER);
  }

  private StoredState stored(String key, int partition, long offset, String framed) {
    hash.compute(key.getBytes(UTF_8), framed.getBytes(UTF_8), 0);
    return StoredState.of(partition, offset, hash, framed.getBytes(UTF_8));
  }

  private void put(SiteState site, String key, int partition, long offset, String framed) {
    byte[] bytes = key.getBytes(UTF_8);
    site.writer().put(bytes, site.writer().load(bytes), stored(key, partition, offset, framed));
  }

  private static void commit(SiteState site, long... next) {
    site.writer().commit(new Token(EPOCH, next), LeaderEpochs.unknown(next.length));
  }

  private static List<String> changed(SiteSnapshot snapshot, long... since) {
    List<String> keys = new ArrayList<>();
    snapshot.changedSince(
        new Token(EPOCH, since), (key, state) -> keys.add(new String(key, UTF_8)));
    return keys;
  }

  private static LeaderEpochs leaders(int first, int second) {
    return LeaderEpochs.unknown(2).with(0, Optional.of(first)).with(1, Optional.of(second));
  }

  @Test
  void shouldKeepTheLeadersEpochsWithThePosition() {
    try (SiteState site = open()) {
      assertThat(site.leaders().of(0)).isEmpty();
      site.writer().commit(new Token(EPOCH, new long[] {5, 6}), leaders(3, 4));
    }
    try (SiteState site = open()) {
      assertThat(site.leaders().of(0)).contains(3);
      assertThat(site.leaders().of(1)).contains(4);
    }
  }

  @Test
  void shouldOpenAStateWithoutEpochsOrWithThoseOfAnEarlierBatch() {
    Token token = new Token(EPOCH, new long[] {5, 6});
    for (byte[] stored : List.of(new byte[0], leaders(3, 4).encode(8), leaders(3, 4).encode(9))) {
      byte[] position = Position.of(9, token).encode();
      Position opened = Position.decode(EPOCH, position, stored.length == 0 ? null : stored);

      assertThat(opened.token()).isEqualTo(token);
      boolean same = stored.length > 0 && ByteBuffer.wrap(stored).getLong() == 9;
      assertThat(opened.leaders().of(1)).isEqualTo(same ? Optional.of(4) : Optional.empty());
    }
  }

  @Test
  void shouldOpenADirectoryWrittenBeforeEpochsWereStored() throws Exception {
    try (SiteState site = open()) {
      put(site, "A", 0, 4, "a1");
      site.writer().commit(new Token(EPOCH, new long[] {5, 6}), leaders(3, 4));
    }
    try (Store store = Store.open(dir, MEMORY)) {
      store.db.delete(store.families.offsets(), Layout.leadersKey());
    }
    try (SiteState site = open()) {
      assertThat(site.token().next(0)).isEqualTo(5);
      assertThat(site.leaders().of(0)).isEmpty();
      site.writer().commit(new Token(EPOCH, new long[] {6, 6}), leaders(7, 4));
      assertThat(site.leaders().of(0)).contains(7);
    }
  }

  @Test
  void shouldKeepStateAndPositionAcrossRestarts() {
    try (SiteState site = open()) {
      put(site, "A", 0, 4, "a1");
      commit(site, 5, 0);
    }
    try (SiteState site = open();
        SiteSnapshot snapshot = site.snapshot()) {
      assertThat(site.batch()).isEqualTo(1);
      assertThat(snapshot.token()).isEqualTo(new Token(EPOCH, new long[] {5, 0}));
      assertThat(snapshot.state("A".getBytes(UTF_8))).isEqualTo("a1".getBytes(UTF_8));
      assertThat(snapshot.state("B".getBytes(UTF_8))).isNull();
    }
  }

  @Test
  void shouldTellFromWhereToGoOnWithTheChanges() {
    try (SiteState site = open()) {
      put(site, "A", 0, 0, "a");
      put(site, "B", 0, 3, "b");
      put(site, "C", 1, 2, "c");
      put(site, "D", 1, 7, "d");
      commit(site, 5, 9);
      List<String> keys = new ArrayList<>();
      List<Token> reached = new ArrayList<>();
      Token token = new Token(EPOCH, new long[] {0, 0});
      try (SiteSnapshot snapshot = site.snapshot()) {
        while (!token.equals(snapshot.token())) {
          token = snapshot.changedSince(token, (key, state) -> !keys.add(new String(key, UTF_8)));
          reached.add(token);
        }
      }
      assertThat(keys).containsExactly("A", "B", "C", "D");
      assertThat(reached)
          .extracting(Token::offsets)
          .containsExactly(
              new long[] {1, 0},
              new long[] {4, 0},
              new long[] {5, 3},
              new long[] {5, 8},
              new long[] {5, 9});
    }
  }

  @Test
  void shouldNotShowLaterBatchesInASnapshot() {
    try (SiteState site = open()) {
      put(site, "A", 0, 0, "old");
      commit(site, 1, 0);
      try (SiteSnapshot snapshot = site.snapshot()) {
        put(site, "A", 0, 1, "new");
        commit(site, 2, 0);

        assertThat(snapshot.batch()).isEqualTo(1);
        assertThat(snapshot.state("A".getBytes(UTF_8))).isEqualTo("old".getBytes(UTF_8));
        assertThat(changed(snapshot, 0, 0)).containsExactly("A");
        assertThat(changed(snapshot, 1, 0)).isEmpty();
      }
    }
  }

  @Test
  void shouldNameEachChangedKeyOnceInTheOrderOfItsLastChange() {
    try (SiteState site = open()) {
      put(site, "A", 0, 0, "1");
      put(site, "B", 0, 1, "1");
      put(site, "C", 1, 0, "1");
      commit(site, 2, 1);
      put(site, "A", 0, 2, "2");
      commit(site, 3, 1);

      try (SiteSnapshot snapshot = site.snapshot()) {
        assertThat(changed(snapshot, 0, 0)).containsExactly("B", "A", "C");
        assertThat(changed(snapshot, 2, 0)).containsExactly("A", "C");
        assertThat(changed(snapshot, 3, 1)).isEmpty();
      }
    }
  }

  @Test
  void shouldRefuseATokenOfAnotherEpoch() {
    try (SiteState site = open();
        SiteSnapshot snapshot = site.snapshot()) {
      assertThatThrownBy(
              () -> snapshot.changedSince(new Token(8, new long[] {0, 0}), (k, s) -> true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("another log");
    }
  }

  @Test
  void shouldListAViewByGroupAndOrder() {
    try (SiteState site = open()) {
      for (String key : List.of("A", "B", "C", "AA")) {
        put(site, key, 0, key.hashCode(), key);
      }
      putView(site, "LHR", 2, "A");
      putView(site, "LHR", 1, "B");
      putView(site, "LHRX", 1, "C");
      putView(site, "LHR\0X", 1, "AA");
      commit(site, 9, 0);

      try (SiteSnapshot snapshot = site.snapshot()) {
        assertThat(view(snapshot, "LHR")).containsExactly("B", "A");
        assertThat(view(snapshot, "LHR\0X")).containsExactly("AA");
        assertThat(view(snapshot, "LH")).isEmpty();
      }
    }
  }

  private static void putView(SiteState site, String group, int order, String key) {
    byte[] bytes = key.getBytes(UTF_8);
    site.writer().putView(Layout.viewKey("v", group, new byte[] {(byte) order}, bytes), bytes);
  }

  private static List<String> view(SiteSnapshot snapshot, String group) {
    List<String> keys = new ArrayList<>();
    snapshot.view("v", group, (key, state) -> keys.add(new String(key, UTF_8)));
    return keys;
  }

  @Test
  void shouldNameTheDirectoryThatAnotherSiteUses() {
    try (SiteState site = open()) {
      assertThat(site.batch()).isZero();
      assertThatThrownBy(this::open)
          .isInstanceOf(DataDirException.class)
          .hasMessageContaining(dir.toString())
          .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
    }
  }

  @Test
  void shouldRefuseTheStateOfAnotherTopicUntilToldToRebuild() {
    try (SiteState site = open()) {
      put(site, "A", 0, 0, "1");
      commit(site, 1, 0);
    }
    DiskStamp recreated = new DiskStamp("c", "t", "id2", 2, "d");
    assertThatThrownBy(() -> SiteState.open(dir, recreated, 8, MEMORY, Rebuild.NEVER))
        .isInstanceOf(DataDirException.class)
        .hasMessageContaining("was made for topic id id, not id2")
        .hasMessageContaining("rebuild");
    try (SiteState site = SiteState.open(dir, recreated, 8, MEMORY, Rebuild.IF_UNUSABLE)) {
      assertThat(site.batch()).isZero();
      assertThat(site.token().epoch()).isEqualTo(8);
    }
  }

  @Test
  void shouldRefuseTheFormatOfAnEarlierBuildUntilToldToRebuild() {
    byte[] earlier = "1\nc\nt\nid\n2\nd".getBytes(UTF_8);

    assertThat(STAMP.conflictWith(earlier))
        .isEqualTo("has disk format 1, and this build reads format 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CURRENT", "MANIFEST"})
  void shouldRefuseDamagedFilesUntilToldToRebuild(String damaged) throws Exception {
    try (SiteState site = open()) {
      put(site, "A", 0, 0, "1");
      commit(site, 1, 0);
    }
    try (Stream<Path> files = Files.list(dir.resolve("db"))) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith(damaged)).toList()) {
        Files.write(file, new byte[64]);
      }
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(DataDirException.class)
        .hasMessageContaining(dir.toString())
        .hasMessageContaining("is damaged")
        .hasMessageContaining("rebuild");
    try (SiteState site = SiteState.open(dir, STAMP, EPOCH, MEMORY, Rebuild.IF_UNUSABLE)) {
      assertThat(site.batch()).isZero();
    }
  }

  @Test
  void shouldSayThatADirectoryCannotBeWritten() throws Exception {
    Path file = Files.createFile(dir.resolve("file"));
    assertThatThrownBy(() -> SiteState.open(file, STAMP, EPOCH, MEMORY, Rebuild.NEVER))
        .isInstanceOf(DataDirException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("can't be written");
  }

  private static boolean exceed(SiteSnapshot snapshot, int rowsPerChange, long... since) {
    return snapshot.changesExceed(new Token(EPOCH, since), "v", "g", rowsPerChange);
  }

  @Test
  void shouldCompareChangesWithTheRowsOfAView() {
    try (SiteState site = open()) {
      for (int i = 0; i < 6; i++) {
        byte[] key = ("K" + i).getBytes(UTF_8);
        site.writer().putView(Layout.viewKey("v", "g", new byte[] {(byte) i}, key), key);
        site.writer().putView(Layout.viewKey("v", "h", new byte[] {(byte) i}, key), key);
      }
      for (int i = 0; i < 4; i++) {
        put(site, "K" + i, i % 2, 10 + i, "s");
      }
      commit(site, 20, 20);
      try (SiteSnapshot snapshot = site.snapshot()) {
        assertThat(exceed(snapshot, 2, 0, 0)).as("4 changes, 6 rows").isTrue();
        assertThat(exceed(snapshot, 1, 0, 0)).isFalse();
        assertThat(exceed(snapshot, 2, 12, 0)).as("3 changes").isFalse();
        assertThat(exceed(snapshot, 3, 12, 0)).isTrue();
        assertThat(exceed(snapshot, 6, 20, 13)).as("1 change").isFalse();
        assertThat(exceed(snapshot, 100, 20, 20)).as("no change").isFalse();
        assertThat(snapshot.changesExceed(new Token(EPOCH, new long[] {0, 13}), "v", "none", 1))
            .as("no rows")
            .isTrue();
      }
    }
  }

  @Test
  void shouldNotReadPastManyChangesThatNewerOnesReplaced() {
    // So much memory that nothing is flushed, which would drop what was replaced.
    try (SiteState site = SiteState.open(dir, STAMP, EPOCH, 16 * MEMORY, Rebuild.NEVER)) {
      byte[] row = "R".getBytes(UTF_8);
      for (int i = 0; i < 1000; i++) {
        site.writer()
            .putView(Layout.viewKey("v", "g", new byte[] {(byte) (i >> 8), (byte) i}, row), row);
      }
      for (int i = 0; i <= IndexScan.MAX_DELETED + 10; i++) {
        put(site, "A", 0, i, "s");
        commit(site, i + 1, 0);
      }
      try (SiteSnapshot snapshot = site.snapshot()) {
        assertThat(exceed(snapshot, 2, 0, 0)).isTrue();
        assertThat(exceed(snapshot, 2, IndexScan.MAX_DELETED * 3 / 4, 0))
            .as("one key, and little to pass")
            .isFalse();
      }
    }
  }

  @Test
  void shouldNotTakeRowsThatItCannotCountForFew() {
    // So much memory that nothing is flushed, which would drop what was removed.
    try (SiteState site = SiteState.open(dir, STAMP, EPOCH, 16 * MEMORY, Rebuild.NEVER)) {
      for (int i = 0; i <= IndexScan.MAX_DELETED + 10; i++) {
        byte[] place = ByteBuffer.allocate(Integer.BYTES).putInt(i).array();
        byte[] row = Layout.viewKey("v", "g", place, "R".getBytes(UTF_8));
        site.writer().putView(row, "R".getBytes(UTF_8));
        site.writer().removeView(row);
      }
      for (int i = 0; i <= RocksSnapshot.MAX_UNWEIGHED; i++) {
        put(site, "K" + i, 0, i, "s");
      }
      commit(site, RocksSnapshot.MAX_UNWEIGHED + 1, 0);
      try (SiteSnapshot snapshot = site.snapshot()) {
        assertThat(exceed(snapshot, 2, RocksSnapshot.MAX_UNWEIGHED, 0)).as("1 change").isFalse();
        assertThat(exceed(snapshot, 2, 1, 0)).as("as many changes as may be sent").isFalse();
        assertThat(exceed(snapshot, 2, 0, 0)).as("one more").isTrue();
      }
    }
  }

  @Test
  void shouldNoteDamageThatComparingMeets() throws Exception {
    try (SiteState site = open()) {
      for (int i = 0; i < 6; i++) {
        put(site, "K" + i, 0, i, "s");
        putView(site, "g", i, "K" + i);
      }
      commit(site, 6, 0);
    }
    try (SiteState site = open();
        SiteSnapshot snapshot = site.snapshot()) {
      damageTables();
      assertThatThrownBy(() -> exceed(snapshot, 1, 0, 0)).isInstanceOf(StoreException.class);
      assertThat(site.fault()).isNotNull().matches(DiskFault::damaged);
    }
  }

  /** Overwrites the beginning of each table file, where its first blocks are. */
  private void damageTables() throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve("db"))) {
      for (Path file : files.filter(it -> it.toString().endsWith(".sst")).toList()) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.write(ByteBuffer.wrap("!".repeat(60).getBytes(UTF_8)), 0);
        }
      }
    }
  }

  @Test
  void shouldGiveTheDirectoryBackWhenAReaderThatTookTooLongHasEnded() {
    SiteState site = open();
    SiteSnapshot snapshot = site.snapshot();
    site.close(Duration.ofMillis(10));

    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            DataDirException.class,
            refusal -> assertThat(refusal.kind()).isEqualTo(DataDirException.Kind.HELD));
    snapshot.close();
    await().ignoreExceptionsInstanceOf(DataDirException.class).until(this::opensAgain);
  }

  private boolean opensAgain() {
    try (SiteState again = open()) {
      return again.batch() == 0;
    }
  }
}
