package io.windsock.control.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.control.params.AdjustedParameter;
import io.windsock.control.params.EpochMismatchException;
import io.windsock.control.params.Mirroring;
import io.windsock.control.params.Written;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  /** In ms; what is longer than can be said is refused by the controller, as so long. */
  private static long millis(Duration duration) {
    try {
      return duration.toMillis();
    } catch (ArithmeticException e) {
      return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
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

  /** Makes a call by its name; answers what it has written. */
  public Written call(String name, JsonNode arguments) {
    JsonNode answer = post("/v1/params/" + name, arguments);
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

  private static ObjectNode object() {
    return JSON.createObjectNode();
  }

  @Override
  public Written init() {
    return call("init", object());
  }

  @Override
  public Written init(boolean coalesce, int number, int length) {
    return call(
        "init", object().put("coalesce", coalesce).put("number", number).put("length", length));
  }

  @Override
  public Written mirror() {
    return call("mirror", object());
  }

  @Override
  public Written fwd() {
    return call("fwd", object());
  }

  @Override
  public Written setMirror(String function) {
    return call("set-mirror", object().put("function", function));
  }

  @Override
  public Written setFwd(String function) {
    return call("set-fwd", object().put("function", function));
  }

  @Override
  public Written setParams(boolean coalesce, int number, int checkpointEvery) {
    return call(
        "set-params",
        object()
            .put("coalesce", coalesce)
            .put("number", number)
            .put("checkpointEvery", checkpointEvery));
  }

  @Override
  public Written setOverwrite(
      String type, int length, Overwrite.@Nullable Mode mode, @Nullable Duration maxHold) {
    ObjectNode arguments = object().put("type", type).put("length", length);
    if (mode != null) {
      arguments.put("mode", mode.toString());
    }
    if (maxHold != null) {
      arguments.put("maxHoldMs", millis(maxHold));
    }
    return call("set-overwrite", arguments);
  }

  @Override
  public Written setComplexSeq(Match after, String discard, Duration until) {
    ObjectNode arguments = object();
    put(arguments.putObject("after"), after);
    arguments.put("discard", discard).put("untilMs", millis(until));
    return call("set-complex-seq", arguments);
  }

  private static void put(ObjectNode out, Match match) {
    out.put("type", match.type());
    if (match.when() != null) {
      out.put("when", match.when());
    }
  }

  @Override
  public Written setComplexTuple(
      List<ComplexTuple.Part> parts,
      String derive,
      Map<String, String> fields,
      Duration timeToLive,
      boolean absorb) {
    ObjectNode arguments = object();
    ArrayNode list = arguments.putArray("parts");
    for (ComplexTuple.Part part : parts) {
      put(list.addObject().put("name", part.name()), part.match());
    }
    ObjectNode named = arguments.put("derive", derive).putObject("fields");
    fields.forEach(named::put);
    arguments.put("timeToLiveMs", millis(timeToLive)).put("absorb", absorb);
    return call("set-complex-tuple", arguments);
  }

  @Override
  public Written removeRule(String name) {
    return call("remove-rule", object().put("name", name));
  }

  @Override
  public Written setAdapt(AdjustedParameter parameter, int percent) {
    return call("set-adapt", object().put("parameter", parameter.text()).put("percent", percent));
  }

  @Override
  public Written setAdapt(String function) {
    return call("set-adapt", object().put("function", function));
  }

  @Override
  public Written setMonitorValues(String value, double primary, double secondary) {
    return call(
        "set-monitor-values",
        object().put("value", value).put("primary", primary).put("secondary", secondary));
  }

  @Override
  public Written setFunction(String name, String rules, String forward, int checkpointEvery) {
    return call(
        "set-function",
        object()
            .put("name", name)
            .put("rules", rules)
            .put("forward", forward)
            .put("checkpointEvery", checkpointEvery));
  }

  @Override
  public Written setPolicy(
      String policy,
      @Nullable Long updateDelayGoalMs,
      @Nullable Long stalenessLimitMs,
      @Nullable Long holdMs) {
    ObjectNode arguments = object().put("policy", policy);
    put(arguments, "updateDelayGoalMs", updateDelayGoalMs);
    put(arguments, "stalenessLimitMs", stalenessLimitMs);
    put(arguments, "holdMs", holdMs);
    return call("set-policy", arguments);
  }

  private static void put(ObjectNode out, String name, @Nullable Long ms) {
    if (ms != null) {
      out.put(name, ms);
    }
  }

  @Override
  public Written pin(String function) {
    return call("pin", object().put("function", function));
  }

  @Override
  public Written release() {
    return call("release", object());
  }
}
