package io.windsock.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Context;
import io.windsock.client.FakeGateway.Behaviour;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Question.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A URL that leads to another one's gateway is not used, until it leads to its own again. */
@Timeout(240)
class TwinUrlTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final Question KEY = new Question.OfKey("1");
  private static final Question VIEW = new Question.OfView("all", "", 10);
  private static final String TWIN = "another URL leads to gateway 'g2', too";

  /** Runs delayed work when a test says so. */
  private static final class ManualLater implements Later {
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    @Override
    public void run(Context loop, long delayMs, Runnable work) {
      assertThat(delayMs).isEqualTo(Lane.PROBE_AFTER_MS);
      waiting.add(() -> loop.runOnContext(v -> work.run()));
    }

    /** Both kinds of calls have a link, and wait. */
    void awaitBoth() {
      await().atMost(DEADLINE).until(() -> waiting.size() == 2);
    }

    void pass() {
      awaitBoth();
      waiting.remove().run();
      waiting.remove().run();
    }
  }

  private final ManualLater later = new ManualLater();

  private WindsockClient open(FakeGateway one, FakeGateway two) throws InterruptedException {
    ClientOptions options =
        ClientOptions.of(one.url(), two.url()).withName("me").withSilence(Duration.ofSeconds(60));
    WindsockClient client = WindsockClient.open(options, later);
    assertThat(client.awaitGateways(2, DEADLINE)).isTrue();
    return client;
  }

  private static String detail(WindsockClient client, int slot) {
    return client.gateways().get(slot).detail();
  }

  @Test
  void shouldUseAUrlAgainThatLedToAnotherGatewayForAWhile() throws Exception {
    try (FakeGateway one = FakeGateway.start("g1", Behaviour.prompt());
        FakeGateway two = FakeGateway.start("g2", Behaviour.prompt());
        WindsockClient client = open(one, two)) {
      one.leadsTo("g2");
      later.awaitBoth();
      await().atMost(DEADLINE).until(() -> detail(client, 0).equals(TWIN));

      one.leadsTo("g1");
      later.pass();

      assertThat(client.awaitGateways(2, DEADLINE)).isTrue();
      assertThat(client.gateways()).extracting(GatewayStatus::name).containsExactly("g1", "g2");
      assertThat(client.gateways()).extracting(GatewayStatus::detail).containsOnly("");
      two.stop();
      assertThat(client.askAndWait(new Question.OfKey("1"), DEADLINE).status())
          .isEqualTo(Status.FOUND);
    }
  }

  @Test
  void shouldAskAgainAsLongAsItLeadsToAnotherGateway() throws Exception {
    try (FakeGateway one = FakeGateway.start("g1", Behaviour.prompt());
        FakeGateway two = FakeGateway.start("g2", Behaviour.prompt());
        WindsockClient client = open(one, two)) {
      one.leadsTo("g2");
      later.awaitBoth();
      one.senders.clear();

      later.pass();
      later.awaitBoth();
      later.pass();
      later.awaitBoth();

      // A stream of the client's own name would end the one that the gateway has.
      assertThat(one.senders).isNotEmpty().allMatch(name -> name.startsWith("probe-"));
      assertThat(detail(client, 0)).isEqualTo(TWIN);
      assertThat(client.gateways().get(1).up()).isTrue();
    }
  }

  @Test
  void shouldUseTheUrlThatIsLeftOnceTheOtherIsGone() throws Exception {
    try (FakeGateway one = FakeGateway.start("g1", Behaviour.prompt());
        FakeGateway two = FakeGateway.start("g2", Behaviour.prompt());
        WindsockClient client = open(one, two)) {
      one.leadsTo("g2");
      later.awaitBoth();
      two.stop();
      await().atMost(DEADLINE).until(() -> !client.gateways().get(1).up());

      later.pass();

      await().atMost(DEADLINE).until(() -> client.gateways().get(0).up());
      assertThat(client.gateways().get(0).name()).isEqualTo("g2");
    }
  }

  /** It ends the stream of one URL when that of the other comes, before it says so there. */
  @Test
  void shouldSettleOnOneOfTwoUrlsOfAGatewayThatServesOneStream() throws Exception {
    try (FakeGateway gateway = FakeGateway.start("g2", Behaviour.prompt()).servingOneStream()) {
      String other = gateway.url().replace("127.0.0.1", "localhost");
      ClientOptions options =
          ClientOptions.of(gateway.url(), other).withSilence(Duration.ofSeconds(60));
      try (WindsockClient client = WindsockClient.open(options, later)) {
        later.awaitBoth();

        // For each kind both URLs, and one of them again if the other was seen first.
        assertThat(gateway.openings.get()).isLessThanOrEqualTo(8);
        await()
            .untilAsserted(
                () ->
                    assertThat(client.gateways()).extracting(GatewayStatus::detail).contains(TWIN));
        for (Question question : List.of(KEY, VIEW)) {
          assertThat(client.askAndWait(question, DEADLINE).status()).isEqualTo(Status.FOUND);
        }
        assertThat(gateway.calls).hasSize(2);
      }
    }
  }

  @Test
  void shouldCountAGatewayAsUpOfWhichEachUrlIsUsedForOneKind() throws Exception {
    try (FakeGateway keys = FakeGateway.start("g2", Behaviour.prompt()).refusing(Kind.VIEW);
        FakeGateway views = FakeGateway.start("g2", Behaviour.prompt()).refusing(Kind.KEY);
        WindsockClient client =
            WindsockClient.open(ClientOptions.of(keys.url(), views.url()), later)) {
      assertThat(client.awaitGateways(1, Duration.ofSeconds(20))).isTrue();

      assertThat(client.gateways()).extracting(GatewayStatus::up).containsExactly(true, false);
      assertThat(client.gateways().get(0).name()).isEqualTo("g2");
      assertThat(detail(client, 0)).isEmpty();
      assertThat(client.askAndWait(KEY, DEADLINE).status()).isEqualTo(Status.FOUND);
      assertThat(client.askAndWait(VIEW, DEADLINE).status()).isEqualTo(Status.FOUND);
    }
  }

  @Test
  void shouldSayWhyAnUnusedUrlCannotBeAsked() throws Exception {
    try (FakeGateway one = FakeGateway.start("g1", Behaviour.prompt());
        FakeGateway two = FakeGateway.start("g2", Behaviour.prompt());
        WindsockClient client = open(one, two)) {
      one.leadsTo("g2");
      later.awaitBoth();
      int port = one.stop();

      later.pass();
      await().atMost(DEADLINE).until(() -> detail(client, 0).contains("can't connect"));
      one.resume(port);

      later.awaitBoth();
      await().atMost(DEADLINE).until(() -> detail(client, 0).equals(TWIN));
    }
  }
}
