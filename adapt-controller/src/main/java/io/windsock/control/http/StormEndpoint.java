package io.windsock.control.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.endpoint.RequestBody;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Json;
import io.windsock.platform.http.message.Refusal;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The endpoint {@code /v1/storm}. Any thread may use it. */
final class StormEndpoint {
  /** The maximum number of displays in a storm. */
  static final int MAX_CLIENTS = 100_000;

  /** The longest ramp. */
  static final int MAX_RAMP_MS = 600_000;

  /** The highest rate of additional requests, per second. */
  static final int MAX_RATE = 100_000;

  /** Omits nulls: there is no order before the first storm. */
  private static final ObjectMapper REPORTS =
      JsonMapper.builder().defaultPropertyInclusion(JsonInclude.Value.ALL_NON_NULL).build();

  private static final Set<String> FIELDS = Set.of("clients", "rampMs", "pattern", "rate");

  private final @Nullable Storms storms;
  private final Workers workers;

  StormEndpoint(@Nullable Storms storms, Workers workers) {
    this.storms = storms;
    this.workers = workers;
  }

  private Storms require() {
    if (storms == null) {
      throw Refusal.of(
          501,
          "this controller has no displays to make a storm of",
          "start one by windsock storm, or use the console of windsock demo");
    }
    return storms;
  }

  /** Answers {@code GET}. */
  Answer report() {
    return answer(200, require().report());
  }

  /** Handles {@code POST}. */
  void start(Exchange exchange, Buffer body) {
    Storms here = require();
    Storms.Order order = order(RequestBody.object(body));
    exchange.onWorker(
        workers,
        () -> {
          here.start(order);
          return answer(202, here.report());
        });
  }

  /** Handles {@code DELETE}. */
  void stop(Exchange exchange) {
    Storms here = require();
    exchange.onWorker(
        workers,
        () -> {
          here.stop();
          return answer(200, here.report());
        });
  }

  private static Storms.Order order(JsonNode body) {
    for (Iterator<String> names = body.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!FIELDS.contains(name)) {
        throw Refusal.bad(
            "a storm has no " + Refusal.shown(name), "it has clients, rampMs, pattern and rate");
      }
    }
    return new Storms.Order(
        wholeNumber(body, "clients", 1, MAX_CLIENTS, 5_000),
        wholeNumber(body, "rampMs", 0, MAX_RAMP_MS, 2_000),
        pattern(body.path("pattern")),
        wholeNumber(body, "rate", 0, MAX_RATE, 0));
  }

  private static int wholeNumber(JsonNode body, String name, int from, int to, int otherwise) {
    JsonNode value = body.get(name);
    if (value == null) {
      return otherwise;
    }
    if (!value.canConvertToInt()
        || !value.isIntegralNumber()
        || value.intValue() < from
        || value.intValue() > to) {
      throw Refusal.bad(
          name + " is " + Refusal.shown(value.toString()),
          "it must be a whole number from " + from + " to " + to);
    }
    return value.intValue();
  }

  private static Storms.Pattern pattern(JsonNode value) {
    if (value.isMissingNode()) {
      return Storms.Pattern.BURST;
    }
    return Storms.Pattern.named(value.asText())
        .orElseThrow(
            () ->
                Refusal.bad(
                    "pattern is " + Refusal.shown(value.toString()),
                    Arrays.stream(Storms.Pattern.values())
                        .map(Storms.Pattern::text)
                        .collect(Collectors.joining(", ", "it must be one of ", ""))));
  }

  private static Answer answer(int status, Storms.Report report) {
    Buffer body = Json.object(json -> write(json, report));
    return new Answer(status, Answer.JSON, Answer.NOT_KEPT, body);
  }

  /** Writes a report's fields. */
  static void write(JsonGenerator json, Storms.Report report) throws IOException {
    ObjectNode fields = REPORTS.valueToTree(report);
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      json.writeFieldName(field.getKey());
      REPORTS.writeTree(json, field.getValue());
    }
  }
}
