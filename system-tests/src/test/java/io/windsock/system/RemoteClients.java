package io.windsock.system;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.site.SiteKeeper;
import io.windsock.site.testing.RowsClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** What clients do at sites of two clusters. */
final class RemoteClients {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private RemoteClients() {}

  /** Moves a client by its token; a site that is behind it is asked again. */
  static void move(RowsClient client, SiteKeeper to) {
    client.disconnect();
    client.connect(to.url());
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              if (client.isClosed()) {
                client.connect(to.url());
              }
              return client.isLive();
            });
  }

  /** Returns all rows of a site by their keys. */
  static Map<String, JsonNode> rows(SiteKeeper site) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(site.url() + "/v1/views/all")).build();
    HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    Map<String, JsonNode> rows = new TreeMap<>();
    JSON.readTree(answer.body())
        .path("rows")
        .forEach(item -> rows.put(item.path("key").asText(), item));
    return rows;
  }
}
