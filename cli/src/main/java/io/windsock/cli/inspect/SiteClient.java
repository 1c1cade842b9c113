package io.windsock.cli.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks one site over HTTP. */
final class SiteClient {
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration REPLY = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What a site answered: its status and its JSON. */
  record Reply(int status, JsonNode body) {
    boolean ok() {
      return status == 200;
    }
  }

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT).build();
  private final String url;

  /**
   * A client of the site at {@code url}.
   *
   * @throws ConfigurationException if that is no URL; {@code 127.0.0.1:8080} is taken as one
   */
  SiteClient(String url) {
    String whole = url.contains("://") ? url : "http://" + url;
    this.url = whole.endsWith("/") ? whole.substring(0, whole.length() - 1) : whole;
    try {
      if (URI.create(this.url).getHost() == null) {
        throw new IllegalArgumentException("no host");
      }
    } catch (IllegalArgumentException e) {
      throw ConfigurationException.of(
          "'" + url + "'", "is no URL of a site; give one such as http://127.0.0.1:8080");
    }
  }

  String url() {
    return url;
  }

  /** A path's segment or a parameter's value as it stands in a URL. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * Gets a path that must be there.
   *
   * @throws Failure with the site's reason and remedy, if it refuses
   */
  JsonNode get(String path) throws InterruptedException {
    Reply reply = ask(path);
    if (!reply.ok()) {
      String error = reply.body().path("error").asText("it answered " + reply.status());
      String remedy = reply.body().path("remedy").asText("");
      throw new Failure(url + path + ": " + error + (remedy.isEmpty() ? "" : "; " + remedy));
    }
    return reply.body();
  }

  /**
   * Gets a path, whatever the status.
   *
   * @throws Failure if no site answers
   */
  Reply ask(String path) throws InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).timeout(REPLY).build();
    try {
      HttpResponse<String> reply = http.send(request, HttpResponse.BodyHandlers.ofString());
      return new Reply(reply.statusCode(), json(reply.body()));
    } catch (IOException e) {
      throw new Failure(
          "no site answers at "
              + url
              + " ("
              + e.getClass().getSimpleName()
              + "): start it, or name"
              + " another",
          e);
    }
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
