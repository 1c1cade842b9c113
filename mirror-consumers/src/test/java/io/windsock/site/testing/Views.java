package io.windsock.site.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;

/** Reads views by HTTP. */
public final class Views {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Views() {}

  /**
   * Items of a view by key.
   *
   * @param query as of a subscription: {@code view=arrivals&airport=EGLL}
   */
  public static Map<String, JsonNode> items(String site, String query) {
    String rest = query.substring("view=".length());
    int ampersand = rest.indexOf('&');
    String target =
        ampersand < 0 ? rest : rest.substring(0, ampersand) + "?" + rest.substring(ampersand + 1);
    HttpRequest request = HttpRequest.newBuilder(URI.create(site + "/v1/views/" + target)).build();
    try {
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(answer.statusCode() + " " + answer.body());
      }
      Map<String, JsonNode> items = new TreeMap<>();
      JSON.readTree(answer.body())
          .get("rows")
          .forEach(item -> items.put(item.get("key").asText(), item));
      return items;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
