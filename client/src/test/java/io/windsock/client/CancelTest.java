package io.windsock.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.client.FakeGateway.Behaviour;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Question;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that their callers cancel, at two gateways that do not answer. */
@Timeout(240)
class CancelTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final Question KEY = new Question.OfKey("08001234567");

  private final FakeGateway one = FakeGateway.start("g1", Behaviour.silent());
  private final FakeGateway two = FakeGateway.start("g2", Behaviour.silent());
  private final WindsockClient client =
      WindsockClient.open(
          ClientOptions.of(one.url(), two.url()).withSilence(Duration.ofSeconds(60)));

  @BeforeEach
  void connect() throws InterruptedException {
    assertThat(client.awaitGateways(2, DEADLINE)).isTrue();
  }

  @AfterEach
  void close() {
    client.close();
    one.close();
    two.close();
  }

  private CompletableFuture<Answer> ask() {
    CompletableFuture<Answer> answered = client.ask(KEY, DEADLINE).toCompletableFuture();
    await().until(() -> one.calls.size() == 1 && two.calls.size() == 1);
    return answered;
  }

  private void shouldBeCancelledAtBoth() {
    String id = one.calls.get(0).id();
    await().untilAsserted(() -> assertThat(one.cancels).containsExactly(id));
    await().untilAsserted(() -> assertThat(two.cancels).containsExactly(id));
    await().until(() -> client.stats().pending() == 0);
  }

  @Test
  void shouldCancelACallWhoseFutureIsCancelled() {
    CompletableFuture<Answer> answered = ask();
    assertThat(client.stats().pending()).isEqualTo(1);

    assertThat(answered.cancel(false)).isTrue();

    shouldBeCancelledAtBoth();
    assertThat(client.stats()).isEqualTo(new ClientStats(0, 0, 0, 0, 0));
  }

  @Test
  void shouldCancelACallWhoseFutureTimesOut() {
    CompletableFuture<Answer> answered = ask().orTimeout(1, TimeUnit.MILLISECONDS);
    shouldBeCancelledAtBoth();
    assertThat(answered).isCompletedExceptionally();
  }

  @Test
  void shouldCancelACallWhoseFutureGetsAnotherValue() {
    Answer instead = FakeGateway.found("instead", FakeGateway.AT);
    CompletableFuture<Answer> answered = ask().completeOnTimeout(instead, 1, TimeUnit.MILLISECONDS);
    shouldBeCancelledAtBoth();
    assertThat(answered.join()).isSameAs(instead);
  }

  @Test
  void shouldCancelACallWhoseThreadIsInterrupted() throws Exception {
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                thrown.completeExceptionally(
                    new AssertionError(client.askAndWait(KEY, DEADLINE).toString()));
              } catch (InterruptedException e) {
                thrown.complete(e);
              }
            });
    waiting.start();
    await().until(() -> one.calls.size() == 1 && two.calls.size() == 1);
    waiting.interrupt();
    assertThat(thrown.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    shouldBeCancelledAtBoth();
  }

  @Test
  void shouldNotCancelACallThatHasItsOutcome() throws Exception {
    one.becomes(Behaviour.prompt());
    two.becomes(Behaviour.prompt());
    CompletableFuture<Answer> answered = ask();
    assertThat(answered.get(60, TimeUnit.SECONDS).status()).isEqualTo(Status.FOUND);

    assertThat(answered.cancel(false)).isFalse();

    // A further call is sent after any cancel would have been.
    client.askAndWait(KEY, DEADLINE);
    assertThat(one.cancels).isEmpty();
    assertThat(two.cancels).isEmpty();
  }

  @Test
  void shouldDropTheAnswerToACancelledCall() {
    one.becomes(Behaviour.slow(5_000));
    CompletableFuture<Answer> answered = ask();
    answered.cancel(false);
    await().until(() -> client.stats().redundant() == 1);
    assertThatThrownBy(answered::join)
        .isInstanceOf(java.util.concurrent.CancellationException.class);
    assertThat(client.stats()).isEqualTo(new ClientStats(0, 0, 0, 0, 1));
  }
}
