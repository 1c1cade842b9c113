package io.windsock.system;

import static io.windsock.system.GatewayCluster.NUMBER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.client.ClientOptions;
import io.windsock.client.WindsockClient;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Question;
import io.windsock.gateway.core.stats.Reissue;
import io.windsock.gateway.run.Gateway;
import io.windsock.site.SiteKeeper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two gateways before two mirrors, of which one is held back: it receives an update up to 2 s after
 * the other one. No answer is older than what its caller has seen, whichever gateway and mirror
 * give it; callers that do not say what they have seen do get older ones.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LaggingMirrorIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The broker answers the mirror's fetch when it has a megabyte, or after 2 s. */
  private static final Map<String, String> HELD_BACK =
      Map.of("fetch.min.bytes", "1048576", "fetch.max.wait.ms", "2000");

  private static final int ROUNDS = 10;
  private static final int CALLS = 12;
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Question KEY = new Question.OfKey(NUMBER);
  private static final String PATH = "/v1/query/state/" + NUMBER;
  private static final String ENTRY =
      "{\"subscriber\": \"Alster Cruises\", \"zone\": \"Europe/Berlin\", \"defaultTarget\": \"%d\"}";

  private GatewayCluster cluster;
  private SiteKeeper prompt;
  private SiteKeeper lagging;

  /** That of the last update; each has a greater one. */
  private int target;

  @BeforeAll
  void start(@TempDir Path folder) throws InterruptedException {
    cluster = GatewayCluster.start(folder);
    prompt = cluster.mirror("m1", Map.of());
    lagging = cluster.mirror("m2", HELD_BACK);
    cluster.gateways("g1", "g2");
  }

  @AfterAll
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  /** Writes an entry with the next target, which it returns; it is committed on return. */
  private int update() {
    target++;
    GatewayCluster.update(
        cluster.gateway(0), "ServiceModified", ENTRY.formatted(target), "u:" + target);
    return target;
  }

  private static int target(String body) throws IOException {
    return GatewayCluster.stateIn(body).path("defaultTarget").asInt();
  }

  /** The target that a mirror itself gives; 0 if it has none. */
  private int targetAt(SiteKeeper site) throws IOException, InterruptedException {
    HttpResponse<String> answer = cluster.get(site.url() + "/v1/state/" + NUMBER);
    return answer.statusCode() == 200 ? target(answer.body()) : 0;
  }

  /** Waits until the prompt mirror has a target; returns its position. */
  private String awaitAtPromptMirror(int target) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> targetAt(prompt) == target);
    return position();
  }

  private String position() {
    try {
      HttpResponse<String> answer = cluster.get(prompt.url() + "/v1/state/" + NUMBER);
      return answer.headers().firstValue("Windsock-Token").orElseThrow();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String token(HttpResponse<String> answer) {
    return answer.headers().firstValue("Windsock-Token").orElseThrow();
  }

  @Test
  void shouldNotAnswerOlderThanSeenOverHttp() throws Exception {
    int lagged = 0;
    int olderWithoutToken = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int now = update();
      String seen = awaitAtPromptMirror(now);
      lagged += targetAt(lagging) < now ? 1 : 0;
      for (int i = 0; i < CALLS; i++) {
        Gateway gateway = cluster.gateway(i % 2);
        HttpResponse<String> any = cluster.get(gateway, PATH, "Deadline-Ms", "30000");
        olderWithoutToken += any.statusCode() != 200 || target(any.body()) < now ? 1 : 0;
        HttpResponse<String> answer =
            cluster.get(gateway, PATH, "Deadline-Ms", "30000", "Windsock-Token", seen);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(target(answer.body())).isEqualTo(now);
        seen = token(answer);
      }
    }
    System.out.printf(
        "%d rounds: the mirror lagged in %d; %d answers to callers without a position were older;"
            + " reissued %s, %s%n",
        ROUNDS, lagged, olderWithoutToken, reissued(0), reissued(1));
    assertThat(lagged).as("rounds in which the mirror lagged").isPositive();
    assertThat(olderWithoutToken).as("older answers to who has seen nothing").isPositive();
    assertThat(refused(0) + refused(1)).as("calls that the lagging mirror refused").isPositive();
  }

  private Map<Reissue, Long> reissued(int gateway) {
    return cluster.gateway(gateway).current().stats().reissued();
  }

  private long refused(int gateway) {
    return reissued(gateway).getOrDefault(Reissue.REFUSAL, 0L);
  }

  /** The only mirror left lags: "not yet" until it has caught up, and nothing older before. */
  @Test
  void shouldSayNotYetWhileTheOnlyMirrorLags() throws Exception {
    String both = cluster.gateway(0).url() + "," + cluster.gateway(1).url();
    GatewayCluster.command("gateway", "drain", "m1", "-g", both);
    int notYet = 0;
    int asked = 0;
    for (int round = 0; round < ROUNDS / 2; round++) {
      int now = update();
      String seen = awaitAtPromptMirror(now);
      HttpResponse<String> answer;
      do {
        Gateway gateway = cluster.gateway(asked % 2);
        answer = cluster.get(gateway, PATH, "Deadline-Ms", "500", "Windsock-Token", seen);
        if (answer.statusCode() != 200) {
          asked++;
          assertThat(answer.statusCode()).as(answer.body()).isIn(503, 504);
          notYet += answer.body().contains("not reached") ? 1 : 0;
          if (answer.statusCode() == 503) {
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
          }
        }
      } while (answer.statusCode() != 200);
      assertThat(target(answer.body())).isEqualTo(now);
      assertThat(answer.headers().firstValue("Windsock-Site")).contains("m2");
    }
    GatewayCluster.command("gateway", "drain", "m1", "--undo", "-g", both);
    System.out.println("not yet: " + notYet);
    assertThat(notYet).isPositive();
  }

  /** Both gateways relay each answer; the caller's code gets one, and none older than before. */
  @Test
  void shouldGiveTheCallersCodeOneAnswerEachAndNoneOlder() throws Exception {
    ClientOptions options =
        ClientOptions.of(cluster.gateways().stream().map(Gateway::linkUrl).toList());
    int older = 0;
    try (WindsockClient client = WindsockClient.open(options);
        WindsockClient careless =
            WindsockClient.open(options.withName("careless").withCarryPosition(false))) {
      assertThat(client.awaitGateways(2, DEADLINE)).isTrue();
      assertThat(careless.awaitGateways(2, DEADLINE)).isTrue();
      for (int round = 0; round < ROUNDS; round++) {
        int now = update();
        await().atMost(PATIENCE).until(() -> target(client.askAndWait(KEY, DEADLINE)) == now);
        for (int i = 0; i < CALLS; i++) {
          assertThat(target(client.askAndWait(KEY, DEADLINE))).isEqualTo(now);
          older += target(careless.askAndWait(KEY, DEADLINE)) < now ? 1 : 0;
        }
      }
      System.out.println("older answers to callers without a position: " + older);
      assertThat(older).isPositive();
      shouldCallBackOnce(client);
    }
  }

  private static int target(Answer answer) throws IOException {
    return answer.status() == Status.FOUND
        ? target(new String(answer.body(), StandardCharsets.UTF_8))
        : 0;
  }

  private static void shouldCallBackOnce(WindsockClient client) {
    int calls = 500;
    List<AtomicInteger> outcomes =
        IntStream.range(0, calls).mapToObj(i -> new AtomicInteger()).toList();
    long redundant = client.stats().redundant();
    long deadlineNs = System.nanoTime() + DEADLINE.toNanos();
    for (AtomicInteger outcome : outcomes) {
      client.ask(KEY, deadlineNs, answer -> outcome.incrementAndGet());
    }
    // Each gateway relays an answer to each call, so that every call gets a second one.
    await().atMost(PATIENCE).until(() -> client.stats().redundant() - redundant >= calls);
    assertThat(outcomes).allMatch(outcome -> outcome.get() == 1);
    assertThat(client.stats().pending()).isZero();
  }
}
