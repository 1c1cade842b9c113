package io.windsock.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.GatewayConfigBuilder;
import io.windsock.platform.testing.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a gateway starts and stops. It has a broker, and no site. */
@Timeout(240)
class GatewayLifeIT {
  private static final Topics TOPICS = new Topics("life");
  private static final Catalogue CATALOGUE = Catalogue.builtIn("number-translation");

  private final EmbeddedBroker broker;

  GatewayLifeIT(@TempDir Path folder) {
    broker = EmbeddedBroker.start(Options.at(folder));
  }

  @BeforeEach
  void createTopics() throws Exception {
    broker.createTopics(
        List.of(
            new NewTopic(TOPICS.monitor(), 1, (short) 1),
            new NewTopic(TOPICS.source("services"), 1, (short) 1)));
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  private GatewayConfigBuilder config() {
    return config("g1");
  }

  private GatewayConfigBuilder config(String name) {
    return GatewayConfig.builder(name, broker.bootstrapServers(), CATALOGUE)
        .topics(TOPICS)
        .rehearsal(Duration.ZERO);
  }

  /** Sends updates of one key, of which only one is on its way at a time. */
  private static void post(RawHttp client, String prefix, int updates) {
    String body =
        IntStream.range(0, updates)
            .mapToObj(i -> "{'id':'" + prefix + i + "','key':'1','type':'ServiceBusy','event':{}}")
            .collect(Collectors.joining(",", "{'updates':[", "]}"))
            .replace('\'', '"');
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    client.request(
        "POST",
        "/v1/updates/services",
        "Content-Type",
        "application/json",
        "Content-Length",
        Integer.toString(bytes.length));
    client.send(bytes);
  }

  private static void awaitPending(Gateway gateway) {
    await().until(() -> gateway.pendingUpdates() > 0);
  }

  /** An idempotent producer can't do without retries, which shows only when it is created. */
  @Test
  void shouldLeaveNothingIfAKafkaClientCantBeCreated() throws IOException {
    int port = FreePort.any();
    GatewayConfig config = config().linkPort(port).kafka(Map.of("retries", "0")).build();
    assertThatThrownBy(() -> Gateway.start(config))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("gateway.kafka")
        .hasMessageContaining("retries");
    try (ServerSocket again = new ServerSocket()) {
      again.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      assertThat(again.isBound()).isTrue();
    }
  }

  @Test
  void shouldListTheGatewaysThatClientsReach() throws InterruptedException {
    String peer = "http://g2.example:8070";
    try (Gateway other = Gateway.start(config("g3").build());
        Gateway gateway = Gateway.start(config("g1").peers(List.of(peer)).build());
        RawHttp client = new RawHttp(gateway.port())) {
      await()
          .untilAsserted(
              () -> {
                client.request("GET", "/v1/sites");
                assertThat(client.answer(false).text())
                    .containsSubsequence(gateway.url(), peer, other.url());
              });
    }
  }

  @Test
  void shouldAnswerUpdatesInProgressWhenItStops() throws InterruptedException {
    Gateway gateway = Gateway.start(config().build());
    try (RawHttp client = new RawHttp(gateway.port())) {
      post(client, "u", 1_000);
      awaitPending(gateway);
      gateway.close();
      RawHttp.Answer answer = client.answer(false);
      // On a slow machine they are not all committed within the time that a stop may take.
      assertThat(answer.status()).as(answer.text()).isIn(200, 503, 504);
      assertThat(answer.text()).contains("\"u0\"").contains("\"u999\"");
    } finally {
      gateway.close();
    }
  }

  @Test
  void shouldAnswerUpdatesThatNoBrokerCommitsWhenItStops() throws InterruptedException {
    Gateway gateway = Gateway.start(config().build());
    try (RawHttp client = new RawHttp(gateway.port())) {
      post(client, "first", 1);
      assertThat(client.answer(false).status()).isEqualTo(200);
      broker.close();
      post(client, "u", 2);
      awaitPending(gateway);
      gateway.close();
      RawHttp.Answer answer = client.answer(false);
      // It is unknown whether u0 is written if the producer still knew where to send it.
      assertThat(answer.status()).as(answer.text()).isIn(503, 504);
      assertThat(answer.text())
          .contains("\"u0\"")
          .contains("{\"id\":\"u1\",\"outcome\":\"not written\"")
          .contains("\"remedy\":\"send those that are not written again");
    } finally {
      gateway.close();
    }
  }
}
