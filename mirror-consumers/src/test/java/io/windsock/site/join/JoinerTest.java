package io.windsock.site.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.position.Token;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.TopicPair;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.snapshot.SnapshotKeeper;
import io.windsock.site.snapshot.SnapshotManifest;
import io.windsock.site.snapshot.SnapshotOptions;
import io.windsock.site.snapshot.SnapshotSource;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.Digest;
import io.windsock.site.state.form.PartitionLedger;
import io.windsock.site.testing.AppliedLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JoinerTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Less than {@link FakePeer} takes if it is waited for, and far more than it takes if not. */
  /** A file that is not loaded first. */
  private static final String LAST = "CURRENT";

  private static final Duration STALLED = Duration.ofSeconds(50);

  private static final Token START = new Token(AppliedLog.TOPIC.epoch(), new long[3]);

  private final Path dir;
  private final AppliedLog log;
  private final SnapshotKeeper keeper;
  private final List<String> details = new ArrayList<>();
  private final List<@Nullable Token> loading = new ArrayList<>();
  private PeerClient client = new PeerClient(PeerClient.Patience.standard());

  JoinerTest(@TempDir Path peerDir, @TempDir Path dir) {
    this.dir = dir;
    log = new AppliedLog(11, 300, peerDir);
    log.apply(3000);
    keeper = keeper(log, peerDir);
  }

  private static SnapshotKeeper keeper(AppliedLog applied, Path peerDir) {
    return new SnapshotKeeper(
        "peer",
        peerDir,
        AppliedLog.STAMP,
        applied.state(),
        new SnapshotOptions(100, 1_000_000),
        () -> applied.progress(SitePhase.LIVE));
  }

  @BeforeEach
  void awaitSnapshot() {
    keeper.start();
    await().atMost(PATIENCE).until(() -> keeper.latest() != null);
  }

  @AfterEach
  void close() {
    keeper.close();
    log.close();
  }

  private Joiner joiner(DiskStamp stamp, LogBeginning beginning) {
    return joiner(stamp, beginning, CopiedLog.NONE);
  }

  private Joiner joiner(DiskStamp stamp, LogBeginning beginning, CopiedLog copied) {
    LogTopic topic = AppliedLog.TOPIC;
    JoinTarget target = new JoinTarget("m2", topic, stamp, dir);
    return new Joiner(
        target,
        beginning,
        copied,
        client,
        (detail, at) -> {
          details.add(detail);
          loading.add(at);
        });
  }

  private Joiner joiner() {
    return joiner(AppliedLog.STAMP, () -> START);
  }

  private Digest opened() {
    try (SiteState state =
            SiteState.open(
                dir, AppliedLog.STAMP, START.epoch(), AppliedLog.MEMORY_BYTES, Rebuild.NEVER);
        SiteSnapshot snapshot = state.snapshot()) {
      return snapshot.digest(true);
    }
  }

  private void hasNothing() {
    assertThat(dir.resolve("verified")).doesNotExist();
    assertThat(opened().token()).isEqualTo(START);
  }

  @Test
  void shouldStartWithAnotherSitesState() throws Exception {
    try (FakePeer peer = new FakePeer(keeper, FakePeer.WELL, null)) {
      assertThat(joiner().attempt(List.of(peer.url()))).isTrue();
    }
    assertThat(opened()).isEqualTo(log.digest());
    assertThat(dir.resolve("incoming")).doesNotExist();
    assertThat(loading).contains(log.state().token());
    assertThat(details.get(0)).contains("loads snapshot").contains("MiB");
  }

  @Test
  void shouldReplaceAStateThatItHas() throws Exception {
    try (AppliedLog own = new AppliedLog(11, 300, dir)) {
      own.apply(100);
    }
    try (FakePeer peer = new FakePeer(keeper, FakePeer.WELL, null)) {
      assertThat(joiner().attempt(List.of(peer.url()))).isTrue();
    }
    assertThat(opened()).isEqualTo(log.digest());
  }

  @Test
  void shouldRefuseACorruptedFileAndTakeAnotherPeers() throws Exception {
    try (FakePeer bad = new FakePeer(keeper, FakePeer.CORRUPTED, ".sst");
        FakePeer good = new FakePeer(keeper, FakePeer.WELL, null)) {
      assertThat(joiner().attempt(List.of(bad.url()))).isFalse();
      assertThat(details.get(details.size() - 1)).contains("snapshot").contains(bad.url());
      hasNothing();

      assertThat(joiner().attempt(List.of(bad.url(), good.url()))).isTrue();
      assertThat(bad.files.get()).isPositive();
    }
    assertThat(opened()).isEqualTo(log.digest());
  }

  @Test
  void shouldRefuseWhatIsWholeButNotWhatTheManifestSays() throws Exception {
    SnapshotManifest true_ = Objects.requireNonNull(keeper.latest());
    SnapshotManifest forged =
        new SnapshotManifest(
            true_.number(),
            true_.token(),
            "0".repeat(32),
            true_.keys(),
            true_.stamp(),
            true_.format(),
            true_.files());
    try (FakePeer peer = new FakePeer(source(forged), FakePeer.WELL, null)) {
      assertThat(joiner().attempt(List.of(peer.url()))).isFalse();
    }
    assertThat(details.get(details.size() - 1)).contains("is not what its manifest says");
    hasNothing();
  }

  private SnapshotSource source(SnapshotManifest manifest) {
    return new SnapshotSource() {
      @Override
      public SnapshotManifest latest() {
        return manifest;
      }

      @Override
      public @Nullable Path file(long number, String name) {
        return keeper.file(number, name);
      }

      @Override
      public Runnable hold(long number) {
        return keeper.hold(number);
      }
    };
  }

  @Test
  void shouldGoToAnotherPeerWhenOneGoesAway() throws Exception {
    try (FakePeer gone = new FakePeer(keeper, FakePeer.CUT_SHORT, ".sst");
        FakePeer good = new FakePeer(keeper, FakePeer.WELL, null)) {
      assertThat(joiner().attempt(List.of("http://127.0.0.1:1", gone.url(), good.url()))).isTrue();
    }
    assertThat(opened()).isEqualTo(log.digest());
  }

  private static PeerClient hasty(Duration stall) {
    Duration answer = Duration.ofSeconds(30);
    return new PeerClient(new PeerClient.Patience(answer, stall, Duration.ZERO, 64 * 1024));
  }

  @Test
  void shouldAskABusyPeerAgainForTheSameFile() throws Exception {
    AtomicInteger refused = new AtomicInteger();
    FakePeer.Service busy =
        (exchange, file) -> {
          if (refused.incrementAndGet() <= 2) {
            exchange.sendResponseHeaders(503, -1);
          } else {
            FakePeer.WELL.send(exchange, file);
          }
        };
    try (FakePeer peer = new FakePeer(keeper, busy, LAST)) {
      assertThat(joiner().attempt(List.of(peer.url()))).isTrue();
    }
    assertThat(refused.get()).isEqualTo(3);
    assertThat(opened()).isEqualTo(log.digest());
    // A joiner whose reports stay the same is taken for one that hangs.
    assertThat(details.stream().filter(it -> it.contains("busy for")).distinct().count())
        .isEqualTo(2);
  }

  @Test
  void shouldNotWaitForeverForABusyPeer() throws Exception {
    client = hasty(Duration.ofSeconds(5));
    FakePeer.Service busy = (exchange, file) -> exchange.sendResponseHeaders(503, -1);
    try (FakePeer peer = new FakePeer(keeper, busy, LAST)) {
      assertThat(joiner().attempt(List.of(peer.url()))).isFalse();
    }
    assertThat(details.get(details.size() - 1)).contains("is not served: 503");
    hasNothing();
  }

  @Test
  void shouldTryAnotherPeerIfOneIsBusyFromTheBeginning() throws Exception {
    FakePeer.Service busy = (exchange, file) -> exchange.sendResponseHeaders(503, -1);
    try (FakePeer peer = new FakePeer(keeper, busy, null);
        FakePeer good = new FakePeer(keeper, FakePeer.WELL, null)) {
      assertThat(joiner().attempt(List.of(peer.url(), good.url()))).isTrue();
      assertThat(peer.files.get()).isEqualTo(1);
    }
    assertThat(opened()).isEqualTo(log.digest());
  }

  @Test
  void shouldNotWaitForAPeerThatStalls() throws Exception {
    client = hasty(Duration.ofMillis(500));
    long before = System.nanoTime();
    try (FakePeer peer = new FakePeer(keeper, FakePeer.STALLED, ".sst")) {
      assertThat(joiner().attempt(List.of(peer.url()))).isFalse();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(STALLED);
    assertThat(details.get(details.size() - 1)).contains("nothing came for 500 ms");
    hasNothing();
  }

  @Test
  void shouldNotWaitForAPeerThatTrickles() throws Exception {
    client = hasty(Duration.ofSeconds(5));
    long before = System.nanoTime();
    try (FakePeer peer = new FakePeer(keeper, FakePeer.TRICKLING, ".sst")) {
      assertThat(joiner().attempt(List.of(peer.url()))).isFalse();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(STALLED);
    assertThat(details.get(details.size() - 1)).contains("bytes within");
    hasNothing();
  }

  @Test
  void shouldTakeNoMoreBytesThanTheManifestSays() throws Exception {
    try (FakePeer peer = new FakePeer(keeper, FakePeer.LONGER, ".sst")) {
      assertThat(joiner().attempt(List.of(peer.url()))).isFalse();
    }
    assertThat(details.get(details.size() - 1)).contains("is not ");
    hasNothing();
  }

  static Stream<Arguments> others() {
    DiskStamp mine = AppliedLog.STAMP;
    String id = new Uuid(1, 1).toString();
    String topic = mine.topic();
    return Stream.of(
        Arguments.of(
            new DiskStamp(mine.clusterId(), topic, id, 3, mine.definition()),
            "is of topic id " + mine.topicId() + ", and this site of " + id,
            "remove the data folder"),
        Arguments.of(
            new DiskStamp(mine.clusterId(), topic, mine.topicId(), 4, mine.definition()),
            "is of partitions 3, and this site of 4",
            "remove the data folder"),
        Arguments.of(
            new DiskStamp(mine.clusterId(), topic, mine.topicId(), 3, "other"),
            "is of definition " + mine.definition() + ", and this site of other",
            "start both sites with the same --domain"),
        Arguments.of(
            new DiskStamp(mine.clusterId(), "forward", mine.topicId(), 3, mine.definition()),
            "is of topic " + topic + ", and this site of forward",
            "name a peer (--peer) of the same cluster or of the source of a link to it"),
        Arguments.of(
            new DiskStamp("elsewhere", topic, id, 3, "other"),
            "is of cluster cluster, and this site of elsewhere",
            "name a peer (--peer) of the same cluster or of the source of a link to it"));
  }

  @ParameterizedTest
  @MethodSource("others")
  void shouldSayWhichIdentityOfASnapshotDiffersAndWhatToDo(
      DiskStamp own, String difference, String remedy) throws Exception {
    try (FakePeer peer = new FakePeer(keeper, FakePeer.WELL, null)) {
      assertThat(joiner(own, () -> START).attempt(List.of(peer.url()))).isFalse();
      assertThat(peer.files.get()).isZero();
      assertThat(details.get(0)).contains(peer.url(), difference, remedy);
    }
  }

  /** It began before the link said that the copy lacks something, and lacks it, too. */
  @Test
  void shouldRefuseTheStateOfASiteThatBeganWithACopyWithoutItsBeginning() throws Exception {
    TopicPartition late = AppliedLog.TOPIC.all().get(1);
    LinkPosition link =
        LinkPosition.NONE
            .opened(
                Map.of(
                    AppliedLog.TOPIC.name(), new TopicPair(new Uuid(7, 7), AppliedLog.TOPIC.id())))
            .after(1, Map.of(late, 50L), Map.of(late, 60L), Map.of(), 0);
    try (FakePeer peer = new FakePeer(keeper, FakePeer.WELL, null)) {
      Joiner joiner = joiner(AppliedLog.STAMP, () -> START, unsearched(link));
      assertThat(joiner.attempt(List.of(peer.url()))).isFalse();
    }
    assertThat(details.get(details.size() - 1)).contains("began with this copy");
    hasNothing();
  }

  /** A copied log in which nothing is to be looked for. */
  private static CopiedLog unsearched(LinkPosition link) {
    return new CopiedLog() {
      @Override
      public LinkPosition position() {
        return link;
      }

      @Override
      public List<CopySearch.Place> find(Token at, List<PartitionLedger> ledgers) {
        throw new AssertionError("the state is to be refused before, or of this log");
      }
    };
  }

  /** The source's site began before a link to the source said that its log lacks something. */
  @Test
  void shouldRefuseTheStateOfASiteThatBeganWithASourceWithoutItsBeginning() throws Exception {
    LogTopic topic = AppliedLog.TOPIC;
    DiskStamp mine = AppliedLog.STAMP;
    DiskStamp copy = new DiskStamp("elsewhere", mine.topic(), mine.topicId(), 3, mine.definition());
    Map<TopicPartition, Long> begins = new HashMap<>();
    Map<TopicPartition, Long> ends = new HashMap<>();
    topic.all().forEach(at -> begins.put(at, 0L));
    topic.all().forEach(at -> ends.put(at, log.state().token().next(at.partition())));
    LinkPosition link =
        LinkPosition.NONE
            .opened(Map.of(topic.name(), new TopicPair(topic.id(), topic.id())))
            .ofIncomplete(topic.all())
            .after(1, begins, ends, Map.of(), 0);
    try (FakePeer peer = new FakePeer(keeper, FakePeer.WELL, null)) {
      Joiner joiner = joiner(copy, () -> START, unsearched(link));
      assertThat(joiner.attempt(List.of(peer.url()))).isFalse();
    }
    assertThat(details.get(details.size() - 1)).contains("began with the source, a copy");
    hasNothing();
  }

  @Test
  void shouldRefuseASnapshotOfAnotherDiskFormatOrEpoch() throws Exception {
    SnapshotManifest made = Objects.requireNonNull(keeper.latest());
    SnapshotManifest newer =
        new SnapshotManifest(7, made.token(), "", 0, made.stamp(), 99, List.of());
    Token past = new Token(START.epoch() + 1, new long[3]);
    SnapshotManifest former =
        new SnapshotManifest(7, past, "", 0, made.stamp(), made.format(), List.of());
    for (SnapshotManifest manifest : List.of(newer, former)) {
      try (FakePeer peer = new FakePeer(source(manifest), FakePeer.WELL, null)) {
        assertThat(joiner().attempt(List.of(peer.url()))).isFalse();
      }
    }
    assertThat(details.get(0))
        .contains("is of disk format 99, and this site of 2", "run the same version of Windsock");
    assertThat(details.get(1))
        .contains("is of epoch " + past.epoch() + ", and this site of " + START.epoch())
        .contains("remove the data folder");
  }

  @Test
  void shouldLeaveOutASnapshotBehindTheLogsBeginning() throws Exception {
    Token past = new Token(START.epoch(), new long[] {0, log.state().token().next(1) + 1, 0});
    try (FakePeer peer = new FakePeer(keeper, FakePeer.WELL, null)) {
      assertThat(joiner(AppliedLog.STAMP, () -> past).attempt(List.of(peer.url()))).isFalse();
      assertThat(peer.files.get()).isZero();
    }
    assertThat(details.get(0)).contains("trimmed away");
  }

  @Test
  void shouldTakeANewerOneWhereTheLogWasTrimmedWhileItLoaded() throws Exception {
    Token past = new Token(START.epoch(), new long[] {log.state().token().next(0) + 1, 0, 0});
    AtomicInteger asked = new AtomicInteger();
    Joiner joiner = joiner(AppliedLog.STAMP, () -> asked.incrementAndGet() == 1 ? START : past);
    try (FakePeer peer = new FakePeer(keeper, FakePeer.WELL, null)) {
      assertThat(joiner.attempt(List.of(peer.url()))).isFalse();
      assertThat(peer.files.get()).isPositive();
      hasNothing();

      log.apply(3000);
      await()
          .atMost(PATIENCE)
          .until(() -> Objects.requireNonNull(keeper.latest()).token().equals(log.state().token()));
      assertThat(joiner.attempt(List.of(peer.url()))).isTrue();
    }
    assertThat(opened()).isEqualTo(log.digest());
  }

  @Test
  void shouldSayWhyThereIsNone() throws Exception {
    try (FakePeer peer = new FakePeer(SnapshotSource.NONE, FakePeer.WELL, null)) {
      assertThat(joiner().attempt(List.of())).isFalse();
      assertThat(joiner().attempt(List.of(peer.url(), "http://127.0.0.1:1"))).isFalse();
    }
    assertThat(details.get(0)).contains("no other site is known");
    assertThat(details.get(1))
        .contains("has no snapshot: it answers 404", "http://127.0.0.1:1 does not answer");
    assertThat(loading).containsOnlyNulls();
  }

  private static Preference preference(JoinFrom from) {
    return new Preference(from, START, true);
  }

  private String last() {
    return details.get(details.size() - 1);
  }

  @Test
  void shouldPreferASnapshotThatIsAhead() throws Exception {
    try (FakePeer peer = new FakePeer(keeper, FakePeer.WELL, null)) {
      assertThat(joiner().prefer(List.of(peer.url()), preference(JoinFrom.SNAPSHOT))).isTrue();
    }
    assertThat(opened()).isEqualTo(log.digest());
  }

  @Test
  void shouldLoadNothingThatIsNotFarEnoughAhead() throws Exception {
    try (FakePeer peer = new FakePeer(keeper, FakePeer.WELL, null)) {
      assertThat(joiner().prefer(List.of(peer.url()), preference(JoinFrom.AUTO))).isFalse();
      assertThat(peer.asked()).isZero();

      Preference same = new Preference(JoinFrom.SNAPSHOT, log.state().token(), true);
      assertThat(joiner().prefer(List.of(peer.url()), same)).isFalse();
      assertThat(peer.asked()).isZero();
    }
    assertThat(details.get(0))
        .startsWith("starts from the log: http://")
        .contains("records ahead of this site's own state; more than 100,000 are required");
    assertThat(last()).contains("is 0 records ahead");
    hasNothing();
  }

  @Test
  void shouldSayInOneLineWhyItPrefersNone() throws Exception {
    try (FakePeer bad = new FakePeer(keeper, FakePeer.CORRUPTED, ".sst")) {
      List<String> urls = List.of("http://127.0.0.1:1", bad.url());
      assertThat(joiner().prefer(urls, preference(JoinFrom.SNAPSHOT))).isFalse();
      assertThat(bad.asked()).isPositive();
    }
    assertThat(last())
        .startsWith("starts from the log: http://127.0.0.1:1 does not answer")
        .contains("; snapshot ");
    hasNothing();

    assertThat(joiner().prefer(List.of(), preference(JoinFrom.SNAPSHOT))).isFalse();
    assertThat(last()).isEqualTo("starts from the log: no other site is known");
  }

  /** A site that returns to a trimmed log may have what a peer lacks that began late. */
  @Test
  void shouldNotPreferAStateThatMayLackWhatItsOwnHas(@TempDir Path lateDir) throws Exception {
    try (AppliedLog late = new AppliedLog(11, 300, lateDir, false)) {
      late.apply(3000);
      try (SnapshotKeeper snapshots = keeper(late, lateDir);
          FakePeer peer = new FakePeer(snapshots, FakePeer.WELL, null)) {
        snapshots.start();
        await().atMost(PATIENCE).until(() -> snapshots.latest() != null);
        Joiner joiner = joiner();
        assertThat(joiner.prefer(List.of(peer.url()), preference(JoinFrom.SNAPSHOT))).isFalse();
        assertThat(last()).contains("began later than the log");
        hasNothing();

        Preference incomplete = new Preference(JoinFrom.SNAPSHOT, START, false);
        assertThat(joiner.prefer(List.of(peer.url()), incomplete)).isTrue();
      }
      assertThat(opened()).isEqualTo(late.digest());
    }
  }
}
