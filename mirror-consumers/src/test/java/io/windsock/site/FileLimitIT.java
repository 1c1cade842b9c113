package io.windsock.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.platform.testing.RawHttp;
import io.windsock.site.testing.SseEvent;
import io.windsock.site.testing.SseStreams;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site in a process that may open few files, and more clients than that. */
class FileLimitIT {
  private static final int FILES = 300;
  private static final int CLIENTS = 400;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Several probes of the disk. */
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(7);

  @Test
  void shouldServeItsClientsWhileOthersTakeAllConnections(
      @TempDir Path brokerDir, @TempDir Path dir) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.at(brokerDir));
        TestTopic topic = topic(broker);
        SampleReader samples = new SampleReader(topic);
        SseStreams streams = new SseStreams()) {
      topic.write(500);
      Process site = SiteProcess.start(FILES, broker.bootstrapServers(), topic.topics, dir);
      List<RawHttp> idle = new ArrayList<>();
      try {
        SiteSample live = samples.await(it -> it.getPhase().equals("LIVE"));
        int port = URI.create(live.getUrl()).getPort();
        Client client = new Client();
        streams.open(live.getUrl(), "/v1/subscribe?view=all", "", 0, client);
        await().atMost(PATIENCE).until(() -> client.names.contains("live"));
        try (RawHttp early = new RawHttp(port)) {
          assertThat(early.ask("GET", "/health/ready").status()).isEqualTo(200);
          for (int i = 0; i < CLIENTS; i++) {
            idle.add(new RawHttp(port));
          }
          await()
              .during(LONG_ENOUGH)
              .atMost(PATIENCE)
              .untilAsserted(
                  () -> {
                    RawHttp.Answer ready = early.ask("GET", "/health/ready");
                    assertThat(ready.status()).as(new String(ready.body(), UTF_8)).isEqualTo(200);
                    assertThat(client.names).doesNotContain("cut").doesNotContain("closed");
                  });
        }
      } finally {
        idle.forEach(RawHttp::close);
        site.destroyForcibly().waitFor();
      }
    }
  }

  private static TestTopic topic(EmbeddedBroker broker) throws Exception {
    TestTopic topic = new TestTopic(broker, "files", 1, 3);
    topic.createMonitor();
    return topic;
  }

  /** The names of the events that a client was sent. */
  private static final class Client implements SseStreams.Listener {
    private final Queue<String> names = new ConcurrentLinkedQueue<>();

    @Override
    public void opened(int status, Map<String, String> headers) {}

    @Override
    public void event(SseEvent event) {
      names.add(event.name());
    }

    @Override
    public void closed(String why) {
      names.add("closed");
    }
  }
}
