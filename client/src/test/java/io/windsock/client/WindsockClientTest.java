package io.windsock.client;

import static io.windsock.client.FakeGateway.AT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.windsock.client.FakeGateway.Behaviour;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Rendezvous;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class WindsockClientTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(150);

  /** Less than ends a link, which would be another reason to leave a gateway out. */
  private static final long PAUSE_MS = 4_000;

  private static final Question KEY = new Question.OfKey("08001234567");
  private static final Question VIEW = new Question.OfView("all", "", 10);

  private static WindsockClient open(FakeGateway... gateways) throws InterruptedException {
    return open(patient(gateways));
  }

  /** No pause of the machine has a gateway left out, as long as its link is up. */
  private static ClientOptions patient(FakeGateway... gateways) {
    return ClientOptions.of(urls(gateways)).withSilence(Duration.ofSeconds(60));
  }

  private static List<String> urls(FakeGateway... gateways) {
    return Stream.of(gateways).map(FakeGateway::url).toList();
  }

  private static WindsockClient open(ClientOptions options) throws InterruptedException {
    WindsockClient client = WindsockClient.open(options);
    assertThat(client.awaitGateways(options.gateways().size(), DEADLINE)).isTrue();
    return client;
  }

  @Test
  void shouldGiveTheAnswer() throws Exception {
    try (FakeGateway gateway = FakeGateway.start("g1", Behaviour.prompt());
        WindsockClient client = open(gateway)) {
      Answer answer = client.askAndWait(KEY, DEADLINE);
      Answer rows = client.ask(VIEW, DEADLINE).toCompletableFuture().get(60, TimeUnit.SECONDS);

      assertThat(answer.status()).isEqualTo(Status.FOUND);
      assertThat(new String(answer.body(), StandardCharsets.UTF_8))
          .isEqualTo('"' + answer.id() + '"');
      assertThat(rows.status()).isEqualTo(Status.FOUND);
      assertThat(gateway.calls).extracting(Call::question).containsExactly(KEY, VIEW);
      assertThat(client.position()).isEqualTo(AT);
    }
  }

  /** The gateways' core computes the primary of a call from its id and the names alone. */
  @Test
  void shouldAskPrimaryAndBackupAndNameThem() throws Exception {
    try (FakeGateway one = FakeGateway.start("g1", Behaviour.prompt());
        FakeGateway two = FakeGateway.start("g2", Behaviour.prompt());
        FakeGateway three = FakeGateway.start("g3", Behaviour.prompt())) {
      ClientOptions options = patient(one, two, three).withName("me");
      try (WindsockClient client = open(options)) {
        for (int i = 0; i < 50; i++) {
          client.askAndWait(KEY, DEADLINE);
        }
        Awaitility.await()
            .until(() -> one.calls.size() + two.calls.size() + three.calls.size() == 100);
        Set<String> ids = new HashSet<>();
        for (FakeGateway gateway : List.of(one, two, three)) {
          for (Call call : gateway.calls) {
            ids.add(call.id());
            assertThat(call.copies()).isEqualTo(2);
            assertThat(call.gateways()).containsExactlyInAnyOrderElementsOf(firstTwo(call.id()));
          }
        }
        assertThat(ids).hasSize(50);
        assertThat(one.calls.size()).isBetween(15, 50);
      }
    }
  }

  private static List<String> firstTwo(String id) {
    return firstOf(List.of("g1", "g2", "g3"), id).subList(0, 2);
  }

  /** Returns the names in the order in which they rank for a call of the client "me". */
  private static List<String> firstOf(List<String> gateways, String id) {
    List<String> names = new ArrayList<>(gateways);
    long hash = Rendezvous.hash("me:" + id);
    names.sort(
        (a, b) ->
            Long.compare(
                Rendezvous.score(hash, Rendezvous.hash(b)),
                Rendezvous.score(hash, Rendezvous.hash(a))));
    return names;
  }

  @Test
  void shouldTakeTheFirstOfTwoAnswers() throws Exception {
    try (FakeGateway one = FakeGateway.start("g1", Behaviour.prompt());
        FakeGateway slow = FakeGateway.start("g2", Behaviour.slow(100));
        WindsockClient client = open(one, slow)) {
      assertThat(client.askAndWait(KEY, DEADLINE).status()).isEqualTo(Status.FOUND);
      Awaitility.await().until(() -> client.stats().redundant() == 1);
      assertThat(client.stats()).isEqualTo(new ClientStats(0, 1, 0, 0, 1));
    }
  }

  @Test
  void shouldDropRepeatedAnswers() throws Exception {
    try (FakeGateway gateway = FakeGateway.start("g1", Behaviour.repeating(3));
        WindsockClient client = open(gateway)) {
      AtomicInteger outcomes = new AtomicInteger();
      long deadlineNs = System.nanoTime() + DEADLINE.toNanos();
      for (int i = 0; i < 10; i++) {
        client.ask(KEY, deadlineNs, answer -> outcomes.incrementAndGet());
      }
      Awaitility.await().until(() -> client.stats().redundant() == 30);
      assertThat(outcomes).hasValue(10);
    }
  }

  @Test
  void shouldWaitForTheOtherGatewayWhenOneRefuses() throws Exception {
    try (FakeGateway refusing = FakeGateway.start("g1", Behaviour.refusing(Status.BUSY));
        FakeGateway slow = FakeGateway.start("g2", Behaviour.slow(100));
        WindsockClient client = open(refusing, slow)) {
      assertThat(client.askAndWait(KEY, DEADLINE).status()).isEqualTo(Status.FOUND);
    }
  }

  /** One of the two gateways is the primary of each call; ids begin at random. */
  @Test
  void shouldLeaveTheCallsOfABusyPrimaryToItsBackup() throws Exception {
    try (FakeGateway shedding = FakeGateway.start("g1", Behaviour.shedding());
        FakeGateway other = FakeGateway.start("g2", Behaviour.slow(5));
        WindsockClient client = open(patient(shedding, other).withName("me"))) {
      for (int i = 0; i < 20; i++) {
        assertThat(client.askAndWait(KEY, DEADLINE).status()).isEqualTo(Status.FOUND);
      }
      assertThat(other.cancels).isEmpty();
    }
  }

  /** Refuses the calls that it is the primary of, and never answers the others. */
  private static Behaviour sheddingIfFirst(String gateway) {
    Behaviour shedding = Behaviour.shedding();
    return (call, replies) -> {
      if (isFirst(gateway, call.id())) {
        shedding.called(call, replies);
      }
    };
  }

  /** The first calls wait for the backup, which has refused none yet. */
  @Test
  void shouldTellACallerAtOnceThatBothHaveTooManyCalls() throws Exception {
    try (FakeGateway one = FakeGateway.start("g1", sheddingIfFirst("g1"));
        FakeGateway two = FakeGateway.start("g2", sheddingIfFirst("g2"));
        WindsockClient client = open(patient(one, two).withName("me"))) {
      Awaitility.await()
          .atMost(DEADLINE)
          .until(() -> client.askAndWait(KEY, SHORT), answer -> answer.retryAfterMs() == 100);
      Awaitility.await().until(() -> one.cancels.size() + two.cancels.size() == 1);
    }
  }

  private static boolean isFirst(String gateway, String id) {
    return firstOf(List.of("g1", "g2"), id).get(0).equals(gateway);
  }

  @Test
  void shouldReportARefusalWhenAllRefuse() throws Exception {
    try (FakeGateway busy = FakeGateway.start("g1", Behaviour.refusing(Status.BUSY));
        FakeGateway failed = FakeGateway.start("g2", Behaviour.refusing(Status.FAILED));
        WindsockClient client = open(busy, failed)) {
      Answer answer = client.askAndWait(KEY, DEADLINE);

      assertThat(answer.status()).isEqualTo(Status.BUSY);
      assertThat(answer.error()).isEqualTo("it refuses");
    }
  }

  @Test
  void shouldBeLateWhenNobodyAnswers() throws Exception {
    try (FakeGateway one = FakeGateway.start("g1", Behaviour.silent());
        FakeGateway two = FakeGateway.start("g2", Behaviour.silent());
        WindsockClient client = open(one, two)) {
      long beganNs = System.nanoTime();
      Answer answer = client.askAndWait(KEY, SHORT);
      Duration took = Duration.ofNanos(System.nanoTime() - beganNs);

      assertThat(answer.status()).isEqualTo(Status.LATE);
      assertThat(answer.error()).contains("150 ms");
      assertThat(took).isBetween(SHORT, DEADLINE);
    }
  }

  @Test
  void shouldAnswerWhileOneGatewayIsSilent() throws Exception {
    try (FakeGateway one = FakeGateway.start("g1", Behaviour.silent());
        FakeGateway two = FakeGateway.start("g2", Behaviour.prompt());
        WindsockClient client = open(one, two)) {
      for (int i = 0; i < 20; i++) {
        assertThat(client.askAndWait(KEY, DEADLINE).status()).isEqualTo(Status.FOUND);
      }
    }
  }

  /** An answer that comes after the deadline must not become the outcome. */
  @Test
  void shouldDropAnAnswerAfterTheDeadline() throws Exception {
    CompletableFuture<Runnable> answer = new CompletableFuture<>();
    Behaviour kept =
        (call, replies) ->
            answer.complete(() -> replies.after(1, FakeGateway.found(call.id(), AT)));
    try (FakeGateway slow = FakeGateway.start("g1", kept);
        WindsockClient client = open(slow)) {
      int asked = 0;
      while (!answer.isDone()) { // a call that is late at once is not sent
        assertThat(client.askAndWait(KEY, SHORT).status()).isEqualTo(Status.LATE);
        asked++;
      }
      answer.get().run();
      Awaitility.await().until(() -> client.stats().redundant() == 1);
      assertThat(client.stats().answered()).isZero();
      assertThat(client.stats().late()).isEqualTo(asked);
      assertThat(client.position()).isNull();
    }
  }

  /** The calls that both lost gateways had are asked at the third. */
  @Test
  void shouldAskAgainElsewhereWhenGatewaysGoDown() throws Exception {
    try (FakeGateway one = FakeGateway.start("g1", Behaviour.silent());
        FakeGateway two = FakeGateway.start("g2", Behaviour.silent());
        FakeGateway three = FakeGateway.start("g3", Behaviour.silent());
        WindsockClient client = open(one, two, three)) {
      for (int i = 0; i < 100; i++) {
        client.ask(KEY, DEADLINE);
      }
      Awaitility.await()
          .until(() -> one.calls.size() + two.calls.size() + three.calls.size() == 200);
      three.becomes(Behaviour.prompt());
      int elsewhere = 100 - three.calls.size();
      one.stop();
      two.stop();

      Awaitility.await().until(() -> client.stats().answered() == elsewhere);
      assertThat(elsewhere).isPositive();
      assertThat(three.calls).hasSize(100);
      assertThat(three.calls.get(99).copies()).isEqualTo(1);
    }
  }

  /** Asked at one gateway: the other has never had the call. */
  @Test
  void shouldAskElsewhereWhatAStoppingGatewayRefuses() throws Exception {
    try (FakeGateway stopping = FakeGateway.start("g1", Behaviour.silent());
        FakeGateway other = FakeGateway.start("g2", Behaviour.prompt());
        WindsockClient client = open(patient(stopping, other).withCopies(1))) {
      stopping.refuseStopping();
      while (stopping.calls.isEmpty()) {
        assertThat(client.askAndWait(KEY, DEADLINE).status()).isEqualTo(Status.FOUND);
      }
      assertThat(client.stats().refused()).isZero();
    }
  }

  @Test
  void shouldAskTheThirdGatewayIfPrimaryAndBackupAreStopping() throws Exception {
    try (FakeGateway one = FakeGateway.start("g1", Behaviour.silent());
        FakeGateway two = FakeGateway.start("g2", Behaviour.silent());
        FakeGateway three = FakeGateway.start("g3", Behaviour.prompt());
        WindsockClient client = open(patient(one, two, three))) {
      one.refuseStopping();
      two.refuseStopping();
      List<CompletableFuture<Answer>> asked = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        asked.add(client.ask(KEY, DEADLINE).toCompletableFuture());
      }
      for (CompletableFuture<Answer> outcome : asked) {
        assertThat(outcome.get(60, TimeUnit.SECONDS).status()).isEqualTo(Status.FOUND);
      }
      assertThat(one.calls).isNotEmpty();
      assertThat(two.calls).isNotEmpty();
    }
  }

  @Test
  void shouldReportThatTheOnlyGatewayIsStopping() throws Exception {
    try (FakeGateway gateway = FakeGateway.start("g1", Behaviour.silent());
        WindsockClient client = open(patient(gateway))) {
      gateway.refuseStopping();
      Answer answer = client.askAndWait(KEY, DEADLINE);
      assertThat(answer.status()).isEqualTo(Status.FAILED);
      assertThat(answer.error()).isEqualTo("it is stopping");
    }
  }

  @Test
  void shouldReconnectAndSendWhatWaits() throws Exception {
    try (FakeGateway gateway = FakeGateway.start("g1", Behaviour.silent());
        WindsockClient client = open(gateway)) {
      CompletableFuture<Answer> asked = client.ask(KEY, DEADLINE).toCompletableFuture();
      Awaitility.await().until(() -> gateway.calls.size() == 1);
      int port = gateway.stop();
      Awaitility.await().until(() -> !client.gateways().get(0).up());
      CompletableFuture<Answer> waiting = client.ask(KEY, DEADLINE).toCompletableFuture();
      gateway.becomes(Behaviour.prompt());
      gateway.resume(port);

      assertThat(asked.get(60, TimeUnit.SECONDS).status()).isEqualTo(Status.FOUND);
      assertThat(waiting.get(60, TimeUnit.SECONDS).status()).isEqualTo(Status.FOUND);
    }
  }

  @Test
  void shouldSayWhyNoGatewayIsUp() throws Exception {
    try (WindsockClient client = WindsockClient.open(ClientOptions.of("http://127.0.0.1:9"))) {
      assertThat(client.awaitGateways(1, SHORT)).isFalse();
      Answer answer = client.askAndWait(KEY, SHORT);

      assertThat(answer.status()).isEqualTo(Status.LATE);
      assertThat(answer.error()).contains("no gateway is up").contains("http://127.0.0.1:9");
      Awaitility.await()
          .untilAsserted(
              () -> assertThat(client.gateways().get(0).detail()).contains("can't connect"));
    }
  }

  /** A gateway that is connected but stopped gets no new calls once it is silent. */
  @Test
  void shouldLeaveOutASilentGateway() throws Exception {
    try (FakeGateway one = FakeGateway.start("g1", Behaviour.prompt());
        FakeGateway two = FakeGateway.start("g2", Behaviour.prompt());
        WindsockClient client = open(ClientOptions.of(urls(one, two)))) {
      AtomicReference<CompletableFuture<Void>> pause = new AtomicReference<>(one.pause(PAUSE_MS));
      Awaitility.await()
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                // The machine may have stood still for most of it.
                if (Objects.requireNonNull(pause.get()).isDone()) {
                  pause.set(one.pause(PAUSE_MS));
                }
                return copiesOfTheNextCall(client, two) == 1;
              });
      Awaitility.await().until(() -> copiesOfTheNextCall(client, two) == 2);
    }
  }

  /** Asks, and returns how many gateways the call said that it was sent to. */
  private static int copiesOfTheNextCall(WindsockClient client, FakeGateway prompt)
      throws InterruptedException {
    client.askAndWait(KEY, DEADLINE);
    return prompt.calls.get(prompt.calls.size() - 1).copies();
  }

  @Test
  void shouldPreferGatewaysThatAreReady() throws Exception {
    try (FakeGateway starting = FakeGateway.start("g1", Behaviour.refusing(Status.FAILED));
        FakeGateway ready = FakeGateway.start("g2", Behaviour.prompt())) {
      starting.ready(false);
      try (WindsockClient client = open(starting, ready)) {
        client.askAndWait(KEY, DEADLINE);

        assertThat(starting.calls).isEmpty();
        assertThat(ready.calls.get(0).gateways()).containsExactly("g2");
      }
    }
  }

  /** Two URLs of one gateway must not make it refuse the second copy as a repeated id. */
  @Test
  void shouldAskAGatewayWithTwoUrlsOnce() throws Exception {
    try (FakeGateway gateway = FakeGateway.start("g1", Behaviour.prompt())) {
      String other = gateway.url().replace("127.0.0.1", "localhost");
      ClientOptions options =
          ClientOptions.of(gateway.url(), other).withSilence(Duration.ofSeconds(60));
      try (WindsockClient client = WindsockClient.open(options)) {
        client.askAndWait(KEY, DEADLINE);
        Awaitility.await()
            .until(
                () ->
                    client.gateways().stream()
                        .anyMatch(known -> known.detail().contains("another URL leads to")));
        client.askAndWait(KEY, DEADLINE);

        assertThat(gateway.calls).hasSize(2);
      }
    }
  }

  @Test
  void shouldSurviveAGatewayThatSendsGarbage() throws Exception {
    Vertx vertx = Vertx.vertx();
    try (FakeGateway good = FakeGateway.start("g1", Behaviour.prompt())) {
      HttpServer garbage =
          vertx
              .createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(true))
              .requestHandler(
                  request ->
                      request
                          .response()
                          .putHeader("content-type", "application/grpc")
                          .setChunked(true)
                          .write(Buffer.buffer(new byte[] {0, 0, 0, 0, 3, 1, 2, 3})))
              .listen(0, "127.0.0.1")
              .toCompletionStage()
              .toCompletableFuture()
              .get(60, TimeUnit.SECONDS);
      String url = "http://127.0.0.1:" + garbage.actualPort();
      try (WindsockClient client = WindsockClient.open(ClientOptions.of(good.url(), url))) {
        assertThat(client.awaitGateways(1, DEADLINE)).isTrue();
        for (int i = 0; i < 20; i++) {
          assertThat(client.askAndWait(KEY, DEADLINE).status()).isEqualTo(Status.FOUND);
        }
        Awaitility.await()
            .until(
                () -> client.gateways().get(1).detail().contains("something other than a batch"));
      }
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  /** An answer without a position, or an older one than the call's, is no answer. */
  @Test
  void shouldRefuseAnswersOlderThanWhatWasSeen() throws Exception {
    Token older = new Token(3, new long[] {7, 7});
    try (FakeGateway gateway = FakeGateway.start("g1", Behaviour.prompt());
        WindsockClient client = open(gateway)) {
      client.askAndWait(KEY, DEADLINE);
      gateway.becomes((call, replies) -> replies.now(FakeGateway.found(call.id(), older)));
      Answer stale = client.askAndWait(KEY, DEADLINE);
      client.forgetPosition();
      Answer accepted = client.askAndWait(KEY, DEADLINE);

      assertThat(gateway.calls.get(0).since()).isNull();
      assertThat(gateway.calls.get(1).since()).isEqualTo(AT);
      assertThat(stale.status()).isEqualTo(Status.BEHIND);
      assertThat(accepted.status()).isEqualTo(Status.FOUND);
      assertThat(gateway.calls.get(2).since()).isNull();
    }
  }

  /** Otherwise each later call would be BEHIND again. */
  @Test
  void shouldNotTakeAForgottenPositionFromAnAnswerThatWasOnItsWay() throws Exception {
    Token former = new Token(2, new long[] {90, 90});
    CompletableFuture<Runnable> answer = new CompletableFuture<>();
    Behaviour kept =
        (call, replies) ->
            answer.complete(() -> replies.after(1, FakeGateway.found(call.id(), former)));
    try (FakeGateway gateway = FakeGateway.start("g1", kept);
        WindsockClient client = open(gateway)) {
      CompletableFuture<Answer> early = client.ask(KEY, DEADLINE).toCompletableFuture();
      Runnable reply = answer.get(60, TimeUnit.SECONDS);
      gateway.becomes(Behaviour.prompt());
      client.forgetPosition();
      reply.run();

      assertThat(early.get(60, TimeUnit.SECONDS).at()).isEqualTo(former);
      assertThat(client.position()).isNull();
      assertThat(client.askAndWait(KEY, DEADLINE).status()).isEqualTo(Status.FOUND);
      assertThat(client.position()).isEqualTo(AT);
    }
  }

  @Test
  void shouldForgetThePositionAtOnceWhateverItsThreadDoes() throws Exception {
    try (FakeGateway gateway = FakeGateway.start("g1", Behaviour.prompt());
        WindsockClient client = open(gateway)) {
      CountDownLatch busy = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      client.ask(
          KEY,
          System.nanoTime() + DEADLINE.toNanos(),
          answer -> {
            busy.countDown();
            try {
              goOn.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      assertThat(busy.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(client.position()).isEqualTo(AT);

      client.forgetPosition();

      assertThat(client.position()).isNull();
      goOn.countDown();
    }
  }

  @Test
  void shouldBoundPendingCalls() throws Exception {
    try (FakeGateway gateway = FakeGateway.start("g1", Behaviour.silent());
        WindsockClient client = open(patient(gateway).withMaxPending(2))) {
      CompletableFuture<Answer> first = client.ask(KEY, DEADLINE).toCompletableFuture();
      client.ask(KEY, DEADLINE);
      Answer refused = client.ask(KEY, DEADLINE).toCompletableFuture().getNow(null);

      assertThat(refused.status()).isEqualTo(Status.BUSY);
      assertThat(refused.error()).contains("2 calls of this client are pending");
      assertThat(first).isNotDone();
    }
  }

  @Test
  void shouldEndPendingCallsWhenClosed() throws Exception {
    try (FakeGateway gateway = FakeGateway.start("g1", Behaviour.silent())) {
      WindsockClient client = open(gateway);
      CompletableFuture<Answer> asked = client.ask(KEY, DEADLINE).toCompletableFuture();
      client.close();
      client.close();

      assertThat(asked.getNow(null).status()).isEqualTo(Status.FAILED);
      assertThatThrownBy(() -> client.ask(KEY, DEADLINE))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
    }
  }

  @Test
  void shouldReportNoGatewayAsUpOnceItIsClosed() throws Exception {
    try (FakeGateway gateway = FakeGateway.start("g1", Behaviour.prompt())) {
      WindsockClient client = open(gateway);
      client.close();

      assertThat(client.gateways())
          .containsExactly(new GatewayStatus(gateway.url(), "g1", false, "the client is closed"));
    }
  }

  /** Threads that ask while another one closes: each call is refused or has one outcome. */
  @Test
  void shouldGiveOneOutcomeToManyThreadsWhateverHappens() throws Exception {
    try (FakeGateway one = FakeGateway.start("g1", Behaviour.prompt());
        FakeGateway two = FakeGateway.start("g2", Behaviour.repeating(1))) {
      WindsockClient client = open(one, two);
      AtomicInteger asked = new AtomicInteger();
      AtomicInteger outcomes = new AtomicInteger();
      CountDownLatch ended = new CountDownLatch(4);
      for (int t = 0; t < 4; t++) {
        new Thread(
                () -> {
                  try {
                    while (true) {
                      long deadlineNs = System.nanoTime() + SHORT.toNanos();
                      client.ask(KEY, deadlineNs, answer -> outcomes.incrementAndGet());
                      asked.incrementAndGet();
                    }
                  } catch (IllegalStateException closed) {
                    ended.countDown();
                  }
                })
            .start();
      }
      Awaitility.await().until(() -> outcomes.get() > 2_000);
      client.close();

      assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
      Awaitility.await().untilAsserted(() -> assertThat(outcomes.get()).isEqualTo(asked.get()));
      assertThat(client.stats().pending()).isZero();
    }
  }

  @Test
  void shouldRefuseToWaitOnItsOwnThread() throws Exception {
    try (FakeGateway gateway = FakeGateway.start("g1", Behaviour.prompt());
        WindsockClient client = open(gateway)) {
      CompletableFuture<Answer> nested = new CompletableFuture<>();
      client.ask(
          KEY,
          System.nanoTime() + DEADLINE.toNanos(),
          answer -> {
            try {
              nested.complete(client.askAndWait(KEY, DEADLINE));
            } catch (InterruptedException | IllegalStateException e) {
              nested.completeExceptionally(e);
            }
          });

      assertThatThrownBy(() -> nested.get(60, TimeUnit.SECONDS))
          .hasMessageContaining("an event loop must not wait");
    }
  }

  @Test
  void shouldContinueAfterACallersCodeFails() throws Exception {
    try (FakeGateway gateway = FakeGateway.start("g1", Behaviour.prompt());
        WindsockClient client = open(gateway)) {
      long deadlineNs = System.nanoTime() + DEADLINE.toNanos();
      client.ask(
          KEY,
          deadlineNs,
          answer -> {
            throw new IllegalStateException("a caller's fault, on purpose");
          });

      assertThat(client.askAndWait(KEY, DEADLINE).status()).isEqualTo(Status.FOUND);
    }
  }

  @Test
  void shouldRefuseInvalidQuestionsAndDeadlines() throws Exception {
    try (FakeGateway gateway = FakeGateway.start("g1", Behaviour.prompt());
        WindsockClient client = open(gateway)) {
      assertThatThrownBy(() -> client.ask(new Question.OfKey("k".repeat(2_000)), DEADLINE))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("longer than 1024 bytes");
      assertThatThrownBy(() -> client.ask(KEY, Duration.ofMinutes(2)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("PT2M");
      assertThatThrownBy(() -> client.ask(KEY, Duration.ofSeconds(Long.MAX_VALUE)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> client.ask(KEY, Duration.ZERO))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(gateway.calls).isEmpty();
    }
  }
}
