package io.windsock.control.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.windsock.contracts.call.CallJson;
import io.windsock.contracts.call.EpochMismatchException;
import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.Written;
import io.windsock.contracts.config.ConfigurationException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mirroring API over HTTP. Any thread may call it. Calls throw {@link ControllerException}
 * where no controller answers or the one that does can't write now, {@link ConfigurationException}
 * for what it refuses, and {@link EpochMismatchException} where the client is one for an epoch and
 * the parameters are at another.
 */
public final class ControllerClient implements Mirroring {
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration REPLY = Duration.ofSeconds(40);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final int BAD_REQUEST = 400;
  private static final int PRECONDITION_FAILED = 412;
  private static final int OK = 200;

  private final HttpClient http;
  private final String url;
  private final @Nullable Long ifEpoch;

  /**
   * A client of the controller at {@code url}.
   *
   * @throws IllegalArgumentException if that is no URL; {@code 127.0.0.1:8090} is taken as one
   */
  public ControllerClient(String url) {
    http = HttpClient.newBuilder().connectTimeout(CONNECT).build();
    ifEpoch = null;
    String whole = url.contains("://") ? url : "http://" + url;
    this.url = whole.endsWith("/") ? whole.substring(0, whole.length() - 1) : whole;
    URI uri = URI.create(this.url);
    if (uri.getHost() == null || !SCHEMES.contains(uri.getScheme())) {
      throw new IllegalArgumentException("'" + url + "' is no http://host:port");
    }
  }

  private ControllerClient(HttpClient http, String url, long ifEpoch) {
    this.http = http;
    this.url = url;
    this.ifEpoch = ifEpoch;
  }

  /**
   * The same client, whose changes are made only while the parameters are at {@code epoch}: so that
   * nobody overwrites what another has changed meanwhile.
   */
  public ControllerClient ifEpoch(long epoch) {
    return new ControllerClient(http, url, epoch);
  }

  /** Where the controller is. */
  public String url() {
    return url;
  }

  /**
   * What the controller answers at a path.
   *
   * @param path such as {@code /v1/mode}
   */
  public JsonNode get(String path) {
    return send(HttpRequest.newBuilder(URI.create(url + path)).timeout(REPLY).build());
  }

  @Override
  public Written make(MirroringCall call) {
    JsonNode answer = post("/v1/params/" + CallJson.name(call), CallJson.write(call));
    List<String> changes = new ArrayList<>();
    answer.path("changes").forEach(change -> changes.add(change.asText()));
    return new Written(answer.path("epoch").asLong(), changes);
  }

  /** Posts a JSON value. */
  public JsonNode post(String path, JsonNode body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(REPLY)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
    if (ifEpoch != null) {
      request.header("If-Match", "\"" + ifEpoch + "\"");
    }
    return send(request.build());
  }

  private JsonNode send(HttpRequest request) {
    HttpResponse<String> reply;
    try {
      reply = http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new ControllerException(
          "no controller answers at "
              + url
              + " ("
              + e.getClass().getSimpleName()
              + "): start one, or name another",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ControllerException("interrupted; whether it was done isn't known", e);
    }
    JsonNode body = json(reply.body());
    if (reply.statusCode() == OK) {
      return body;
    }
    if (reply.statusCode() == PRECONDITION_FAILED && ifEpoch != null) {
      throw new EpochMismatchException(ifEpoch, epoch(reply));
    }
    throw refused(reply.statusCode(), body);
  }

  private static long epoch(HttpResponse<String> reply) {
    String tag = reply.headers().firstValue("ETag").orElse("");
    try {
      return Long.parseLong(tag.replaceAll("W/|\"", ""));
    } catch (NumberFormatException e) {
      throw new ControllerException("the answer 412 names no epoch, but the ETag '" + tag + "'", e);
    }
  }

  private RuntimeException refused(int status, JsonNode body) {
    String error = body.path("error").asText("it answered " + status);
    if (status == BAD_REQUEST) {
      return ConfigurationException.of(url, error);
    }
    String remedy = body.path("remedy").asText("");
    return new ControllerException(url + ": " + error + (remedy.isEmpty() ? "" : "; " + remedy));
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
