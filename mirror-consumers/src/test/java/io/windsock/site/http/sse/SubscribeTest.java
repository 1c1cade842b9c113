package io.windsock.site.http.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.RowsClient;
import io.windsock.site.testing.SseStreams;
import io.windsock.site.testing.TestSite;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SubscribeTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FlightLog log = new FlightLog(1, 3, 40, List.of("EGLL", "CYYZ"), () -> 1000);
  private final HttpClient http = HttpClient.newHttpClient();
  private TestSite site;
  private SseStreams streams;

  @BeforeEach
  void start() {
    site = TestSite.start("m1", 3);
    streams = new SseStreams();
  }

  @AfterEach
  void stop() {
    streams.close();
    site.close();
  }

  private Map<String, JsonNode> view(String target) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(site.url() + target)).build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    Map<String, JsonNode> rows = new TreeMap<>();
    JSON.readTree(answer.body())
        .get("rows")
        .forEach(item -> rows.put(item.get("key").asText(), item));
    return rows;
  }

  /** A block with no event of its own makes some clients hand on an empty message. */
  @Test
  void shouldSayInItsFirstEventWhenToReconnect() throws Exception {
    site.apply(log.schedule());
    String after = "&after=" + site.token();
    for (String target : List.of("subscribe?view=all", "subscribe?view=all" + after)) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(site.url() + "/v1/" + target)).build();
      try (Stream<String> lines = http.send(request, HttpResponse.BodyHandlers.ofLines()).body()) {
        List<String> first = lines.takeWhile(line -> !line.isEmpty()).toList();
        assertThat(first).as(target).hasSize(3);
        assertThat(first.get(0)).as("spread around 2 s").matches("retry: [123][0-9]{3}");
        assertThat(first.get(1)).startsWith("event: re");
        assertThat(first.get(2)).startsWith("data: {");
      }
    }
  }

  @Test
  void shouldSendFullStateThenUpdates() throws Exception {
    site.apply(log.schedule());
    RowsClient client = new RowsClient(streams, "view=arrivals&airport=EGLL");

    client.connect(site.url());
    await().until(client::isLive);
    assertThat(client.rows()).isNotEmpty().isEqualTo(view("/v1/views/arrivals?airport=EGLL"));

    for (int i = 0; i < 50; i++) {
      site.apply(log.next(7));
    }
    Map<String, JsonNode> expected = view("/v1/views/arrivals?airport=EGLL");
    await().untilAsserted(() -> assertThat(client.rows()).isEqualTo(expected));
    assertThat(client.faults()).isEmpty();
    assertThat(client.seen("update")).isPositive();
    assertThat(client.seen("remove")).isPositive();
  }
}
