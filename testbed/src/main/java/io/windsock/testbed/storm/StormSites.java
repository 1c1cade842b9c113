package io.windsock.testbed.storm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Which sites a storm is aimed at: those that are named, else those found on this machine. */
public final class StormSites {
  /** Where the demo's first site is. */
  public static final String DEFAULT = "http://127.0.0.1:8080";

  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private StormSites() {}

  /**
   * The sites of the list at {@code site}, as far as they are on this machine: a storm is sent to
   * nobody who was not named.
   *
   * @param notes hears of sites that are left out
   * @throws Failure if no site answers
   */
  public static List<URI> found(String site, Consumer<String> notes) throws InterruptedException {
    List<URI> found = new ArrayList<>();
    for (JsonNode entry : listed(site).path("sites")) {
      URI url = URI.create(entry.path("url").asText());
      if (url.getHost() != null && LOOPBACK.contains(url.getHost())) {
        found.add(url);
      } else {
        notes.accept("left out " + url + ", which is not on this machine; --site names it");
      }
    }
    return found.isEmpty() ? List.of(URI.create(site)) : found;
  }

  private static JsonNode listed(String site) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(site + "/v1/sites")).timeout(TIMEOUT).build();
    try {
      HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
      HttpResponse<String> reply = http.send(request, HttpResponse.BodyHandlers.ofString());
      return new ObjectMapper().readTree(reply.statusCode() == 200 ? reply.body() : "{}");
    } catch (IOException e) {
      throw new Failure(
          "no site answers at "
              + site
              + ": start one, as 'windsock demo' does, or name it with"
              + " --site",
          e);
    }
  }
}
