package io.windsock.gateway.run;

import static io.windsock.gateway.run.LinkRequester.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.GatewayPhase;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.core.stats.Reissue;
import io.windsock.gateway.discover.KnownMembers;
import io.windsock.gateway.discover.KnownMembers.Member;
import io.windsock.platform.link.LinkBounds;
import io.windsock.platform.telemetry.Metrics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The gateway "a" with real links on loopback to the sites "x" and "y". */
class CallRelayTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final int LONG_MS = 60_000;

  /** A deadline that passes in a test, and that the machine may stand still before. */
  private static final int SHORT_MS = 4_000;

  /** A deadline that passes while a gateway waits for its calls. */
  private static final int ENDED_MS = 500;

  /** Longer than a busy machine may stand still, which would exclude sites and gateways. */
  private static final int SILENCE_MS = 5_000;

  private final Metrics metrics = new Metrics();
  private final FakeSite x = new FakeSite("x");
  private final FakeSite y = new FakeSite("y");
  private final CallRelay front = new CallRelay(config("a"), "run-a", metrics);
  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  private final BlockingQueue<Answer> outcomes = new LinkedBlockingQueue<>();

  private static GatewayConfig config(String name) {
    return GatewayConfig.builder(name, "unused:9092", CATALOGUE).silenceMs(SILENCE_MS).build();
  }

  @AfterEach
  void close() {
    front.close();
    x.close();
    y.close();
    metrics.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private void known(FakeSite... sites) {
    List<Member> members = Stream.of(sites).map(FakeSite::member).toList();
    front.known(() -> new KnownMembers(members, List.of()));
  }

  private void awaitOpen(int sites) {
    await().until(() -> front.current().stats().openSites() == sites);
  }

  private void serve() {
    known(x, y);
    awaitOpen(2);
  }

  private void ask(String caller, Call call) {
    front.calls().ask(caller, call, loop, outcomes::add);
  }

  private Answer outcome() throws InterruptedException {
    Answer outcome = outcomes.poll(60, TimeUnit.SECONDS);
    if (outcome == null) {
      throw new AssertionError("no outcome came");
    }
    return outcome;
  }

  private static List<Call> calls(String prefix, int count, int deadlineMs) {
    return IntStream.range(0, count).mapToObj(i -> call(prefix + i, deadlineMs)).toList();
  }

  @Test
  void shouldAnswerCallsOfOtherThreads() throws InterruptedException {
    serve();
    for (Call call : calls("c", 200, LONG_MS)) {
      ask("page-1", call);
    }

    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Answer answer = outcome();
      assertThat(answer.status()).isEqualTo(Status.FOUND);
      assertThat(new String(answer.body(), StandardCharsets.UTF_8))
          .isEqualTo("{\"by\":\"" + answer.site() + "\"}");
      ids.add(answer.id());
    }
    assertThat(ids).doesNotHaveDuplicates().hasSize(200);
    assertThat(x.calls.get()).isPositive();
    assertThat(y.calls.get()).isPositive();
    assertThat(x.asked).allMatch(id -> id.startsWith("page-1:c"));
    GatewayStatus now = front.current();
    assertThat(now.phase()).isEqualTo(GatewayPhase.READY);
    await().until(() -> front.current().stats().inTime() == 200);
    assertThat(now.sites()).extracting(site -> site.state().name()).containsExactly("x", "y");
  }

  @Test
  void shouldAnswerCallsOfALinkUnderTheCallersOwnIds() throws InterruptedException {
    serve();
    try (LinkRequester requester = new LinkRequester(front.url(), "r1", false).awaitUp()) {
      requester.send(calls("c", 300, LONG_MS));
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        Answer answer = requester.answer();
        assertThat(answer.status()).isEqualTo(Status.FOUND);
        ids.add(answer.id());
      }
      assertThat(ids).containsExactlyInAnyOrderElementsOf(ids(calls("c", 300, 1)));
      assertThat(requester.responder)
          .isNotNull()
          .matches(it -> it.ready() && it.name().equals("a"));
    }
    await()
        .untilAsserted(
            () ->
                assertThat(metrics.scrape())
                    .contains("windsock_gateway_batches_total{of=\"answers\"}")
                    .contains("windsock_gateway_batched_messages_total{of=\"calls\"} 300.0")
                    .contains("windsock_gateway_batched_messages_total{of=\"answers\"}")
                    .contains("windsock_gateway_latency_seconds_count{kind=\"key\"} 300"));
    GatewayStatus.Sent sent = front.current().sent();
    assertThat(sent.calls()).isGreaterThanOrEqualTo(300); // some may be sent to both sites
    assertThat(sent.batches()).isBetween(2L, sent.calls());
  }

  private static List<String> ids(List<Call> calls) {
    return calls.stream().map(Call::id).toList();
  }

  @Test
  void shouldSayAtOnceThatThereIsNoSite() throws InterruptedException {
    ask("p", call("c1", LONG_MS));
    Answer answer = outcome();
    assertThat(answer.status()).isEqualTo(Status.FAILED);
    assertThat(answer.error()).isEqualTo("no site is ready");
    assertThat(front.current().phase()).isEqualTo(GatewayPhase.STARTING);
  }

  @Test
  void shouldRefuseWhatCanNotBeAskedWithoutBotheringASite() throws InterruptedException {
    serve();
    ask("no spaces", call("c1", LONG_MS));
    assertThat(outcome().error()).contains("no spaces");
    ask("p", call("c 2", LONG_MS));
    assertThat(outcome().status()).isEqualTo(Status.INVALID);
    Question tooLong = new Question.OfKey("k".repeat(2_000));
    ask("p", new Call("c3", tooLong, LONG_MS, null, 1, List.of()));
    assertThat(outcome().error()).contains("longer than 1024 bytes");
    assertThat(x.calls.get() + y.calls.get()).isZero();
  }

  @Test
  void shouldGiveACallThatRepeatsAPendingIdItsOwnOutcome() throws InterruptedException {
    x.mute = true;
    y.mute = true;
    serve();
    BlockingQueue<Answer> first = new LinkedBlockingQueue<>();
    front.calls().ask("p", call("c1", SHORT_MS), loop, first::add);
    ask("p", call("c1", SHORT_MS));
    assertThat(outcome().status()).isEqualTo(Status.INVALID);
    Answer answer = first.poll(60, TimeUnit.SECONDS);
    assertThat(answer).isNotNull();
    assertThat(answer.status()).isEqualTo(Status.LATE);
    assertThat(outcomes).isEmpty();
  }

  @Test
  void shouldDropTheCallsOfACallerThatLeft() {
    x.mute = true;
    y.mute = true;
    serve();
    ask("p", call("c1", LONG_MS));
    await().until(() -> front.current().stats().calls() == 1);
    front.calls().left("p");
    await().until(() -> front.current().stats().abandoned() == 1);
    assertThat(front.current().stats().pending().get(Question.Kind.KEY)).isZero();
    assertThat(outcomes).isEmpty();
  }

  @Test
  void shouldReissueAtOnceWhatALostSiteHad() throws InterruptedException {
    x.mute = true;
    serve();
    for (Call call : calls("c", 100, LONG_MS)) {
      ask("p", call);
    }
    await().until(() -> x.calls.get() + y.calls.get() == 100);
    int had = x.calls.get();
    assertThat(had).isPositive();

    long beganNs = System.nanoTime();
    x.stop();
    for (int i = 0; i < 100; i++) {
      assertThat(outcome().site()).isEqualTo("y");
    }

    // Half of the deadline, at which a call is reissued anyway, is 30 s.
    assertThat(System.nanoTime() - beganNs).isLessThan(TimeUnit.SECONDS.toNanos(25));
    assertThat(front.current().stats().reissued().get(Reissue.EXCLUSION)).isEqualTo(had);
    x.mute = false;
    x.restart();
    awaitOpen(2);
  }

  @Test
  void shouldUseNoSiteThatIsNotReadyOrDraining() throws InterruptedException {
    x.ready = false;
    known(x, y);
    awaitOpen(1);
    answerAll(100);
    assertThat(x.calls.get()).isZero();
    x.ready = true;
    awaitOpen(2);
    y.draining = true;
    awaitOpen(1);
    int before = y.calls.get();
    answerAll(100);
    assertThat(y.calls.get()).isEqualTo(before);
  }

  private void answerAll(int count) throws InterruptedException {
    for (Call call : calls("d", count, LONG_MS)) {
      ask("p", call);
    }
    for (int i = 0; i < count; i++) {
      assertThat(outcome().status()).isEqualTo(Status.FOUND);
    }
  }

  @Test
  void shouldDrainASiteUntilToldOtherwise() throws Exception {
    serve();
    assertThat(drain("z", true)).isFalse();
    assertThat(drain("x", true)).isTrue();
    answerAll(100);
    assertThat(x.calls.get()).isZero();
    assertThat(front.current().drained()).containsExactly("x");
    assertThat(drain("x", false)).isTrue();
    answerAll(100);
    assertThat(x.calls.get()).isPositive();
  }

  private boolean drain(String site, boolean drain) throws Exception {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    front.calls().drain(site, drain, loop, done::complete);
    return done.get(60, TimeUnit.SECONDS);
  }

  @Test
  void shouldNotTakeAnswersOfAnotherSiteAtTheAddress() {
    Member wrong = new Member("z", x.member().url(), x.member().linkUrl());
    front.known(() -> new KnownMembers(List.of(wrong, y.member()), List.of()));
    awaitOpen(1);
    assertThat(front.current().sites())
        .filteredOn(site -> site.state().alive())
        .extracting(site -> site.state().name())
        .containsExactly("y");
    await().until(() -> x.ended.get() >= 4); // both links, and both again
  }

  /** It was announced by one that has gone without notice, or its address was given away. */
  @Test
  void shouldLeaveAnotherSiteAtTheAddressAndUseTheRightOneOnceItIsThere() {
    Member named = new Member("z", x.member().url(), x.member().linkUrl());
    front.known(() -> new KnownMembers(List.of(named), List.of()));
    await().until(() -> x.ended.get() >= 2);
    x.stop();
    x.name = "z";
    x.restart();
    awaitOpen(1);
    x.stop();
    x.name = "x";
    x.restart();
    await().until(() -> front.current().stats().openSites() == 0);
    known();
    await().until(() -> front.current().sites().isEmpty());
  }

  @Test
  void shouldLeaveAnotherMemberAtTheAddressOfAGateway() {
    Member named = new Member("b", "", x.member().linkUrl());
    front.known(() -> new KnownMembers(List.of(y.member()), List.of(named)));
    awaitOpen(1);
    await().until(() -> x.ended.get() >= 2); // one link, and again
    assertThat(front.current().stats().gateways()).isOne();
  }

  @Test
  void shouldKeepASiteThatDiscoveryForgetsWhileItsLinksAreUp() throws InterruptedException {
    serve();
    known();
    answerAll(100);
    assertThat(x.calls.get()).isPositive();
    // Displays are passed on to these.
    assertThat(front.current().sites())
        .extracting(GatewayStatus.Site::url)
        .containsExactly(x.member().url(), y.member().url());
    x.ready = false; // as it says itself when it is cut off from the log
    awaitOpen(1);
    // Then another may be there, which must not be taken for it.
    x.stop();
    y.stop();
    await().until(() -> front.current().sites().isEmpty());
  }

  private static Call viewCall(int i) {
    return new Call("v" + i, new Question.OfView("all", "", 10), LONG_MS, null, 1, List.of());
  }

  /**
   * The two links of a site may be at different event loops of it, of which one can stall. Answers
   * over the other link do not make up for it.
   */
  @Test
  void shouldExcludeASiteOfWhichOneLinkIsSilent() {
    GatewayConfig usual = config("b");
    GatewayConfig patient =
        new GatewayConfig(
            usual.catalogue(),
            usual.kafka(),
            usual.serving(),
            usual.sites(),
            usual.core(),
            withSilence(usual.links(), Duration.ofMinutes(5)),
            usual.pass(),
            usual.rehearsal());
    try (Metrics own = new Metrics();
        FakeSite twoLoops = new FakeSite("z", 2);
        CallRelay relay = new CallRelay(patient, "run-b", own)) {
      relay.known(() -> new KnownMembers(List.of(twoLoops.member()), List.of()));
      await().until(() -> relay.current().stats().openSites() == 1);

      CountDownLatch goOn = new CountDownLatch(1);
      twoLoops.stall(Question.Kind.KEY, goOn);
      AtomicInteger asked = new AtomicInteger();
      try {
        await()
            .until(
                () -> {
                  relay.calls().ask("p", viewCall(asked.getAndIncrement()), loop, outcomes::add);
                  return relay.current().sites().stream().noneMatch(it -> it.state().alive());
                });
        assertThat(outcomes).extracting(Answer::status).contains(Status.FOUND);
      } finally {
        goOn.countDown();
      }

      await().until(() -> relay.current().stats().openSites() == 1);
    }
  }

  private static LinkBounds withSilence(LinkBounds usual, Duration silence) {
    return new LinkBounds(
        usual.heartbeat(),
        silence,
        usual.minSweep(),
        usual.maxSweep(),
        usual.batchItems(),
        usual.batchBytes(),
        usual.pauseBytes(),
        usual.waitingBytes(),
        usual.connect(),
        usual.minBackoff(),
        usual.maxBackoff(),
        usual.maxStreams());
  }

  @Test
  void shouldHaveANewStreamOfARequesterTakeThePlaceOfTheFormer() throws InterruptedException {
    serve();
    try (LinkRequester first = new LinkRequester(front.url(), "r1", false).awaitUp();
        LinkRequester second = new LinkRequester(front.url(), "r1", false).awaitUp()) {
      assertThat(first.downs.poll(60, TimeUnit.SECONDS)).contains("took its place");
      assertThat(second.answers).isEmpty();
    }
    assertThat(front.current().stats().abandoned()).isZero();
  }

  /** Two processes of the same name would end each other's streams for ever. */
  @Test
  void shouldRefuseASecondProcessOfTheSameNameWhileTheFirstLives() throws InterruptedException {
    serve();
    LinkRequester owner = new LinkRequester(front.url(), "r1", false).awaitUp();
    try (LinkRequester twin = new LinkRequester(front.url(), new Sender("r1", "run-2", false))) {
      for (int i = 0; i < 3; i++) {
        assertThat(twin.downs.poll(60, TimeUnit.SECONDS))
            .contains("the name 'r1' is used by another process");
      }
      owner.send(calls("c", 50, LONG_MS));
      for (int i = 0; i < 50; i++) {
        assertThat(owner.answer().status()).isEqualTo(Status.FOUND);
      }
      assertThat(owner.downs).isEmpty();
      owner.close();
      twin.awaitUp();
    }
  }

  /** A requester sends a heartbeat a second, and may pause between two. */
  @Test
  void shouldKeepTheNameOfAProcessThatPausesForASecond() throws InterruptedException {
    AtomicLong nowNs = new AtomicLong(System.nanoTime());
    try (Metrics own = new Metrics();
        CallRelay relay = new CallRelay(config("b"), "run-b", own, nowNs::get);
        LinkRequester owner = new LinkRequester(relay.url(), "r1", false).awaitUp()) {
      // The clock stands still, so that no pause of the machine counts as the owner's.
      nowNs.set(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1_200));
      try (LinkRequester twin = new LinkRequester(relay.url(), new Sender("r1", "run-2", false))) {
        for (int i = 0; i < 3; i++) {
          assertThat(twin.downs.poll(60, TimeUnit.SECONDS))
              .contains("the name 'r1' is used by another process");
        }
        assertThat(owner.downs).isEmpty();

        nowNs.addAndGet(TimeUnit.MINUTES.toNanos(5));
        twin.awaitUp();
        assertThat(owner.downs.poll(60, TimeUnit.SECONDS)).contains("took its place");
      }
    }
  }

  private int pendingKeys() {
    return front.current().stats().pending().getOrDefault(Question.Kind.KEY, -1);
  }

  @Test
  void shouldLetGoOfACancelledCall() throws InterruptedException {
    x.mute = true;
    y.mute = true;
    serve();
    try (LinkRequester requester = new LinkRequester(front.url(), "r1", false).awaitUp();
        LinkRequester other = new LinkRequester(front.url(), "r2", false).awaitUp()) {
      requester.send(calls("c", 3, LONG_MS));
      await().until(() -> pendingKeys() == 3);
      other.cancel("c0");
      requester.cancel("c1");
      requester.cancel("nothing-of-this-id");
      await().until(() -> pendingKeys() == 2);
      await().until(() -> x.cancelled.contains("r1:c1") || y.cancelled.contains("r1:c1"));

      x.mute = false;
      y.mute = false;
      requester.send(calls("d", 1, LONG_MS));
      assertThat(requester.answer().id()).isEqualTo("d0");
      await().until(() -> front.current().stats().abandoned() == 1);
      assertThat(x.cancelled.size() + y.cancelled.size()).isPositive();
      assertThat(x.cancelled).doesNotContain("r1:c0", "r1:c2");
      assertThat(y.cancelled).doesNotContain("r1:c0", "r1:c2");
    }
  }

  @Test
  void shouldRefuseANameThatIsNone() throws InterruptedException {
    try (LinkRequester odd = new LinkRequester(front.url(), "no spaces", false)) {
      assertThat(odd.downs.poll(60, TimeUnit.SECONDS)).contains("name must be 1 to 32 letters");
    }
  }

  @Test
  void shouldShareCallsWithAnotherGatewayAndNoticeThatItIsGone() throws Exception {
    Metrics others = new Metrics();
    CallRelay b = new CallRelay(config("b"), "run-b", others);
    Member a = new Member("a", "", front.url());
    List<Member> sites = List.of(x.member(), y.member());
    front.known(() -> new KnownMembers(sites, List.of(new Member("b", "", b.url()))));
    b.known(() -> new KnownMembers(sites, List.of(a)));
    await().until(() -> front.current().stats().gateways() == 2);
    await().until(() -> b.current().stats().gateways() == 2);

    b.drain();
    // A gateway that drains still answers its heartbeats, but shares no calls.
    await().until(() -> front.current().stats().gateways() == 1);
    b.close();
    others.close();
    answerAll(50);
  }

  @Test
  void shouldEndThePendingCallsBeforeItStops() throws InterruptedException {
    x.mute = true;
    y.mute = true;
    serve();
    try (LinkRequester requester = new LinkRequester(front.url(), "r1", false).awaitUp()) {
      requester.send(calls("c", 10, ENDED_MS));
      await().until(() -> front.current().stats().calls() == 10);
      front.drain();
      for (int i = 0; i < 10; i++) {
        assertThat(requester.answer().status()).isEqualTo(Status.LATE);
      }
      await()
          .untilAsserted(
              () -> assertThat(requester.responder).isNotNull().matches(it -> it.draining()));
      requester.send(calls("d", 1, SHORT_MS));
      assertThat(requester.answer().error()).isEqualTo("the gateway is stopping");
    }
  }

  /** Their deadlines are later than it waits. */
  @Test
  void shouldRefuseWhatIsPendingWhenItStops() throws InterruptedException {
    x.mute = true;
    List<Member> sites = List.of(x.member());
    Metrics own = new Metrics();
    CallRelay relay = new CallRelay(config("b"), "run-b", own);
    relay.known(() -> new KnownMembers(sites, List.of()));
    await().until(() -> relay.current().stats().openSites() == 1);
    try (LinkRequester requester = new LinkRequester(relay.url(), "r1", false).awaitUp()) {
      requester.send(calls("c", 10, LONG_MS));
      relay.calls().ask("p", call("d1", LONG_MS), loop, outcomes::add);
      await().until(() -> relay.current().stats().calls() == 11);
      relay.drain();
      relay.close();
      own.close();
      for (int i = 0; i < 10; i++) {
        assertThat(requester.answer().error()).isEqualTo("the gateway is stopping");
      }
      assertThat(outcome().error()).isEqualTo("the gateway is stopping");
    }
  }

  @Test
  void shouldRefuseWhatIsPendingWhenItsStopIsInterrupted() throws InterruptedException {
    x.mute = true;
    y.mute = true;
    serve();
    ask("p", call("c0", LONG_MS));
    await().until(() -> front.current().stats().calls() == 1);
    Thread.currentThread().interrupt();
    front.drain();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome().error()).isEqualTo("the gateway is stopping");
  }

  /** Discovery ends after the links, and is told of members that stop at the same time. */
  @Test
  void shouldIgnoreMembersOnceItIsClosed() {
    Metrics own = new Metrics();
    CallRelay relay = new CallRelay(config("b"), "run-b", own);
    relay.close();
    own.close();

    assertThatCode(() -> relay.known(() -> KnownMembers.NOBODY)).doesNotThrowAnyException();
  }

  @Test
  void shouldServeNothingOnceItsNameIsTaken() throws InterruptedException {
    x.mute = true;
    y.mute = true;
    serve();
    ask("p", call("c0", LONG_MS));
    await().until(() -> front.current().stats().calls() == 1);
    front.stop("the name 'a' is taken");
    assertThat(outcome().error()).isEqualTo("the gateway is stopping");
    await().until(() -> front.board().status().phase() == GatewayPhase.STOPPED);
    assertThat(front.board().status().detail()).isEqualTo("the name 'a' is taken");
    ask("p", call("c1", LONG_MS));
    assertThat(outcome().status()).isEqualTo(Status.FAILED);
  }
}
