package io.windsock.site.batch;

import static io.windsock.site.testing.Requester.key;
import static io.windsock.site.testing.Requester.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import io.windsock.platform.testing.RawHttp;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.Requester;
import io.windsock.site.testing.TestConfig;
import io.windsock.site.testing.TestSite;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CallServiceTest {
  private static final int ALL = Integer.MAX_VALUE;
  private static final ServerConfig.Watermarks HIGH = new ServerConfig.Watermarks(1000, 900);

  private final FlightLog log = new FlightLog(11, 2, 60, List.of("EGLL", "CYYZ"), () -> 1000);
  private final CountDownLatch release = new CountDownLatch(1);
  private final List<Requester> requesters = new ArrayList<>();
  private TestSite site = start(HIGH);

  private TestSite start(ServerConfig.Watermarks keys) {
    TestSite started = TestSite.start("m1", 1, 2, new TestConfig().watermarks(keys, HIGH).build());
    started.apply(log.schedule());
    return started;
  }

  @BeforeEach
  void fill() {
    site.apply(log.next(200));
  }

  @AfterEach
  void stop() {
    release.countDown();
    requesters.forEach(Requester::close);
    site.close();
  }

  private Requester gateway(String name) {
    return requester(name, true);
  }

  private Requester requester(String name, boolean gateway) {
    Requester requester = new Requester(site.linkUrl(), name, gateway);
    requesters.add(requester);
    return requester;
  }

  @Test
  void shouldAnswerKeysWithTheBytesThatHttpGives() {
    Requester g1 = gateway("g1");
    List<Call> calls = new ArrayList<>();
    for (int flight = 0; flight < 60; flight++) {
      calls.add(key("c" + flight, FlightLog.key(flight)));
    }
    g1.send(calls);

    for (int i = 0; i < 60; i++) {
      Answer answer = g1.answer();
      RawHttp.Answer http = RawHttp.get(site.port(), "/v1/state/FL" + answer.id().substring(1));
      assertThat(answer.status()).isEqualTo(Status.FOUND);
      assertThat(answer.site()).isEqualTo("m1");
      assertThat(answer.body()).isEqualTo(http.body());
      assertThat(answer.at()).hasToString(http.header("Windsock-Token"));
    }
  }

  static Stream<Arguments> views() {
    return Stream.of(
        arguments("all", "", ALL, "/v1/views/all"),
        arguments("all", "", 7, "/v1/views/all?limit=7"),
        arguments("arrivals", "EGLL", ALL, "/v1/views/arrivals?airport=EGLL"),
        arguments("arrivals", "XXXX", ALL, "/v1/views/arrivals?airport=XXXX"));
  }

  @ParameterizedTest
  @MethodSource("views")
  void shouldAnswerViewsWithTheBytesThatHttpGives(
      String view, String group, int limit, String target) {
    Requester g1 = gateway("g1");
    RawHttp.Answer http = RawHttp.get(site.port(), target);
    for (int i = 0; i < 2; i++) { // encoded, then cached
      Answer answer = g1.ask(view("v" + i, view, group, limit));
      assertThat(answer.status()).isEqualTo(Status.FOUND);
      assertThat(answer.body()).isEqualTo(http.body());
      assertThat(answer.at()).hasToString(http.header("Windsock-Token"));
    }
  }

  @Test
  void shouldReadABatchFromOneSnapshot() {
    Requester g1 = gateway("g1");
    long before = site.snapshotsTaken();
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      calls.add(key("c" + i, FlightLog.key(i % 60)));
    }
    g1.send(calls);
    for (int i = 0; i < 300; i++) {
      assertThat(g1.answer().status()).isEqualTo(Status.FOUND);
    }
    assertThat(site.snapshotsTaken() - before).isEqualTo(1);
    assertThat(site.metric("windsock_call_batches_total{kind=\"key\"}")).isEqualTo(1);
    await()
        .untilAsserted(
            () ->
                assertThat(
                        site.metric(
                            "windsock_call_answered_calls_total{kind=\"key\",status=\"found\"}"))
                    .isEqualTo(300));
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        arguments(key("c", "none"), Status.ABSENT, "there is no state of 'none'"),
        arguments(key("c", ""), Status.INVALID, "the key is empty"),
        arguments(key("c", "a\nb"), Status.INVALID, "control character"),
        arguments(view("c", "none", "", ALL), Status.ABSENT, "there is no view 'none'"),
        arguments(view("c", "arrivals", "", ALL), Status.INVALID, "needs the parameter 'airport'"),
        arguments(view("c", "all", "x", ALL), Status.INVALID, "has no parameter"),
        arguments(view("c", "all", "", 0), Status.INVALID, "limit '0' is out of bounds"),
        arguments(view("c", "all", "", -5), Status.INVALID, "limit '-5' is out of bounds"),
        arguments(remaining(key("c", "FL1"), 60_001), Status.INVALID, "60001 ms is too late"),
        arguments(remaining(key("c", "FL1"), 0), Status.LATE, "the deadline has passed"),
        arguments(remaining(key("c", "FL1"), -1), Status.LATE, "the deadline has passed"),
        arguments(
            remaining(key("c", "FL1"), Integer.MIN_VALUE), Status.LATE, "the deadline has passed"));
  }

  private static Call remaining(Call call, int ms) {
    return new Call(call.id(), call.question(), ms, call.since(), 1, call.gateways());
  }

  @ParameterizedTest
  @MethodSource("refused")
  void shouldSayWhyItDoesNotAnswer(Call call, Status status, String error) {
    Answer answer = gateway("g1").ask(call);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.error()).contains(error);
    assertThat(answer.remedy()).isNotEmpty();
    assertThat(answer.body()).isEmpty();
    assertThat(answer.at()).isEqualTo(status == Status.ABSENT ? site.token() : null);
    await().untilAsserted(() -> assertThat(pending(requesters.get(0))).isZero());
  }

  private static int pending(Requester requester) {
    Responder now = requester.responder();
    return now == null ? -1 : now.pendingKeys() + now.pendingViews();
  }

  /** One record further than the site is. */
  private Token ahead() {
    long[] offsets = site.token().offsets();
    offsets[0]++;
    return new Token(site.token().epoch(), offsets);
  }

  private static Call since(Call call, Token token) {
    return new Call(call.id(), call.question(), call.remainingMs(), token, 1, call.gateways());
  }

  @Test
  void shouldAnswerAtOnceWhereItHasReachedTheCallersPosition() {
    Requester g1 = gateway("g1");
    Answer key = g1.ask(since(key("c1", "FL1"), site.token()));
    Answer view = g1.ask(since(view("c2", "all", "", 3), site.token()));
    assertThat(key.status()).isEqualTo(Status.FOUND);
    assertThat(view.status()).isEqualTo(Status.FOUND);
  }

  @Test
  void shouldWaitForTheCallersPositionAndAnswerWhenItIsReached() {
    for (int round = 0; round < 20; round++) {
      Requester g1 = requesters.isEmpty() ? gateway("g1") : requesters.get(0);
      Token ahead = ahead();
      g1.send(List.of(since(key("k", "FL0"), ahead), since(view("v", "all", "", 5), ahead)));
      site.apply(List.of(log.position(0), log.position(0)));

      for (int i = 0; i < 2; i++) {
        Answer answer = g1.answer();
        if (answer.status() == Status.FOUND) {
          assertThat(Objects.requireNonNull(answer.at()).covers(ahead)).isTrue();
        } else { // the test was held up for longer than the site's patience
          assertThat(answer.status()).isEqualTo(Status.BEHIND);
        }
      }
    }
    double found = site.metric("windsock_call_answered_calls_total{kind=\"key\",status=\"found\"}");
    assertThat(found).isPositive();
  }

  @Test
  void shouldSayThatItIsBehindWhenTheCallersPositionIsNotReached() {
    Requester g1 = gateway("g1");
    long askedNs = System.nanoTime();
    Answer answer = g1.ask(since(key("c1", "FL1"), ahead()));

    assertThat(answer.status()).isEqualTo(Status.BEHIND);
    assertThat(answer.error()).contains("has not reached the position");
    assertThat(answer.remedy()).contains("try again later");
    long patienceNs = ServerConfig.Calls.standard().patience().toNanos();
    assertThat(System.nanoTime() - askedNs).isGreaterThanOrEqualTo(patienceNs);
    await().untilAsserted(() -> assertThat(pending(g1)).isZero());
  }

  @Test
  void shouldNotWaitLongerThanTheDeadlineLessAMargin() {
    Requester g1 = gateway("g1");
    // With 10 ms of margin there is no time left to wait.
    Answer answer = g1.ask(remaining(since(key("c1", "FL1"), ahead()), 9));
    assertThat(answer.status()).isIn(Status.BEHIND, Status.LATE);
    await()
        .untilAsserted(
            () -> assertThat(site.metric("windsock_call_pending_calls{kind=\"key\"}")).isZero());
  }

  @Test
  void shouldNotWaitForAPositionInAnotherLog() {
    Requester g1 = gateway("g1");
    Token other = new Token(site.token().epoch() + 1, site.token().offsets());
    Token narrower = new Token(site.token().epoch(), new long[] {1});
    for (Token position : List.of(other, narrower)) {
      Answer answer = g1.ask(since(key("c" + position.partitions(), "FL1"), position));
      assertThat(answer.status()).isEqualTo(Status.BEHIND);
      assertThat(answer.error()).contains("before it was recreated");
      assertThat(answer.remedy()).as("to wait is of no use").isEqualTo("ask without the position");
    }
  }

  @Test
  void shouldDropWhatIsPastItsDeadlineWhenItsTurnComes() throws InterruptedException {
    Requester g1 = gateway("g1");
    CountDownLatch deadline = new CountDownLatch(1);
    site.hold(thread -> thread.contains("-scan-"), deadline);
    g1.send(
        List.of(remaining(key("c1", "FL1"), 1_000), remaining(view("v1", "all", "", 3), 1_000)));
    await().until(() -> pending(g1) == 2);
    Thread.sleep(1_010); // the deadline passes
    deadline.countDown();

    assertThat(g1.answer().status()).isEqualTo(Status.LATE);
    assertThat(g1.answer().status()).isEqualTo(Status.LATE);
  }

  @Test
  void shouldRefuseCallsAboveTheHighWatermarkUntilItIsBelowTheLowOne() {
    site.close();
    site = start(new ServerConfig.Watermarks(10, 4));
    Requester g1 = gateway("g1");
    site.hold(thread -> thread.contains("-scan-"), release);
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      calls.add(key("c" + i, "FL1"));
    }
    g1.send(calls);

    for (int i = 0; i < 20; i++) { // at once, while the others are held
      Answer answer = g1.answer();
      assertThat(answer.status()).isEqualTo(Status.BUSY);
      assertThat(answer.retryAfterMs()).isPositive();
      assertThat(answer.error()).contains("too many calls for keys are pending; the most are 10");
    }
    assertThat(g1.ask(key("d", "FL1")).status()).isEqualTo(Status.BUSY);

    release.countDown();
    for (int i = 0; i < 10; i++) {
      assertThat(g1.answer().status()).isEqualTo(Status.FOUND);
    }
    await().untilAsserted(() -> assertThat(pending(g1)).isZero());
    assertThat(g1.ask(key("e", "FL1")).status()).isEqualTo(Status.FOUND);
  }

  @Test
  void shouldAnswerKeysWhileViewsWait() {
    Requester g1 = gateway("g1");
    site.hold(thread -> !thread.contains("-calls-") && thread.contains("-scan-"), release);
    g1.send(List.of(view("v1", "all", "", 3), view("v2", "all", "", 4), view("v3", "all", "", 5)));
    for (int i = 0; i < 20; i++) {
      assertThat(g1.ask(key("c" + i, "FL1")).status()).isEqualTo(Status.FOUND);
    }
    await().until(() -> pending(g1) == 3);
    release.countDown();
    for (int i = 0; i < 3; i++) {
      assertThat(g1.answer().id()).startsWith("v");
    }
  }

  private void assertCancelled(Requester by) {
    await().untilAsserted(() -> assertThat(pending(by)).isZero());
    assertThat(by.unread()).isZero();
    await()
        .untilAsserted(
            () ->
                assertThat(
                        site.metric(
                            "windsock_call_answered_calls_total{kind=\"key\",status=\"cancelled\"}"))
                    .isEqualTo(1));
  }

  @Test
  void shouldNotAnswerACancelledCall() {
    Requester g1 = gateway("g1");
    site.hold(thread -> thread.contains("-scan-"), release);
    g1.send(key("c1", "FL1"));
    await().until(() -> pending(g1) == 1);
    g1.cancel(Question.Kind.KEY, "c1");
    g1.cancel(Question.Kind.KEY, "unknown");
    // Its answer shows that the site has read the cancels, which came before.
    assertThat(g1.ask(remaining(key("c2", "FL1"), 0)).status()).isEqualTo(Status.LATE);
    release.countDown();

    assertCancelled(g1);
  }

  /** The loser of a race may be cancelled before the batch with its call is sent. */
  @Test
  void shouldNotAnswerACallWhoseCancelIsInTheSameBatch() {
    Requester g1 = gateway("g1");
    g1.sendAndCancel(key("c1", "FL1"));
    assertThat(g1.ask(remaining(key("c2", "FL1"), 0)).status()).isEqualTo(Status.LATE);

    assertCancelled(g1);
  }

  @Test
  void shouldCancelACallThatWaitsForAPosition() {
    Requester g1 = gateway("g1");
    g1.send(since(key("c1", "FL1"), ahead()));
    g1.cancel(Question.Kind.KEY, "c1");

    await().untilAsserted(() -> assertThat(pending(g1)).isZero());
    await()
        .until(
            () ->
                g1.unread() == 1 // its patience was over before the cancel came
                    || site.metric(
                            "windsock_call_answered_calls_total{kind=\"key\",status=\"cancelled\"}")
                        == 1);
  }

  private static Call naming(Call call, String... gateways) {
    return new Call(
        call.id(), call.question(), call.remainingMs(), null, gateways.length, List.of(gateways));
  }

  @Test
  void shouldAnswerEveryGatewayThatTheCallNames() {
    Requester g1 = gateway("g1");
    Requester g2 = gateway("g2");
    Requester g3 = gateway("g3");

    g1.send(naming(key("c1", "FL1"), "g1", "g2"));
    g1.send(naming(view("v1", "all", "", 3), "g1", "g2", "gone"));

    Map<String, byte[]> bodies = new HashMap<>();
    for (int i = 0; i < 2; i++) {
      Answer answer = g1.answer();
      bodies.put(answer.id(), answer.body());
    }
    for (int i = 0; i < 2; i++) {
      Answer answer = g2.answer();
      assertThat(answer.body()).isEqualTo(bodies.get(answer.id()));
    }
    assertThat(bodies).containsOnlyKeys("c1", "v1");
    assertThat(g3.ask(key("c9", "FL1")).id()).isEqualTo("c9");
  }

  /** Such as a link that the gateway took for one to another site. */
  @Test
  void shouldAnswerAGatewaysEarlierStreamAgainWhenALaterOneHasEnded() {
    Requester g1 = gateway("g1");
    Requester g2 = gateway("g2");
    try (Requester later = new Requester(site.linkUrl(), "g2", true)) {
      g1.send(naming(key("c0", "FL1"), "g1", "g2"));
      assertThat(later.answer().id()).isEqualTo("c0");
      assertThat(g2.unread()).isZero();
    }
    AtomicInteger sent = new AtomicInteger();
    await()
        .until(
            () -> {
              g1.send(naming(key("c" + sent.incrementAndGet(), "FL1"), "g1", "g2"));
              return g2.unread() > 0;
            });
  }

  @Test
  void shouldAnswerTheAskingStreamWhereNoGatewayNamedIsHere() {
    Requester caller = requester("caller", false);
    assertThat(caller.ask(key("c1", "FL1")).id()).isEqualTo("c1");
    assertThat(caller.ask(naming(key("c2", "FL1"), "gone")).id()).isEqualTo("c2");
  }

  @Test
  void shouldSendNothingToARequesterThatCallsItselfLikeAGateway() {
    Requester g1 = gateway("g1");
    Requester caller = requester("g2", false);
    g1.send(naming(key("c1", "FL1"), "g1", "g2"));
    assertThat(g1.answer().id()).isEqualTo("c1");
    assertThat(caller.ask(key("own", "FL1")).id()).isEqualTo("own");
    assertThat(caller.unread()).isZero();
  }

  @Test
  void shouldSayWhetherItIsReadyAndDraining() {
    Requester g1 = gateway("g1");
    await().untilAsserted(() -> assertThat(g1.responder()).isEqualTo(responder(true, false)));

    site.readiness(false, "catching up");
    await().untilAsserted(() -> assertThat(g1.responder()).isEqualTo(responder(false, false)));
    Answer answer = g1.ask(key("c1", "FL1"));
    assertThat(answer.status()).isEqualTo(Status.FAILED);
    assertThat(answer.error()).contains("catching up");

    site.readiness(true, "caught up");
    site.drain();
    await().untilAsserted(() -> assertThat(g1.responder()).isEqualTo(responder(true, true)));
    assertThat(g1.ask(key("c2", "FL1")).status()).isEqualTo(Status.FOUND);
  }

  private static @Nullable Responder responder(boolean ready, boolean draining) {
    return new Responder("m1", "run-1", ready, draining, 0, 0);
  }

  @Test
  void shouldAnswerEachCallOnceWhileTheStateChanges() {
    Requester g1 = gateway("g1");
    Map<Status, Integer> counts = new EnumMap<>(Status.class);
    Token seen = site.token();
    for (int round = 0; round < 30; round++) {
      List<Call> calls = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        String id = round + "-" + i;
        calls.add(
            i % 8 == 0
                ? since(view(id, "arrivals", "EGLL", ALL), seen)
                : since(key(id, FlightLog.key(i)), seen));
      }
      g1.send(calls);
      site.apply(log.next(20));
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        Answer answer = g1.answer();
        ids.add(answer.id());
        counts.merge(answer.status(), 1, Integer::sum);
        assertThat(Objects.requireNonNull(answer.at()).covers(seen)).isTrue();
      }
      assertThat(ids).containsExactlyInAnyOrderElementsOf(calls.stream().map(Call::id).toList());
      seen = site.token();
    }
    assertThat(counts).containsOnlyKeys(Status.FOUND);
    assertThat(g1.unread()).isZero();
  }
}
