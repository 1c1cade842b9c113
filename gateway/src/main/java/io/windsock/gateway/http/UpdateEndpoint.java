package io.windsock.gateway.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.gateway.update.Update;
import io.windsock.gateway.update.UpdateReader;
import io.windsock.gateway.update.UpdateResult;
import io.windsock.gateway.update.UpdateResult.Outcome;
import io.windsock.gateway.update.UpdateWriter;
import io.windsock.gateway.update.Updates;
import io.windsock.platform.http.ByteBudget;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.endpoint.ChangeGuard;
import io.windsock.platform.http.endpoint.RequestBody;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Json;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /v1/updates/{stream}}: writes updates, and answers when they are committed. Any event
 * loop may use it.
 */
final class UpdateEndpoint {
  /** The most bytes of a request's body: 1 MiB. */
  static final int MAX_BYTES = 1 << 20;

  /** The most bytes of bodies that are received or wait to be read, of all requests: 32 MiB. */
  private static final long MAX_RECEIVED_BYTES = 32L << 20;

  private static final int MAX_FAULTS = 10;
  private static final int NOT_IMPLEMENTED = 501;
  private static final int UNAVAILABLE = 503;
  private static final int TIMEOUT = 504;
  private static final int BUSY_SECONDS = 1;
  private static final String AGAIN =
      "send those that are not written again, with the same ids; an update that is written twice is"
          + " taken once";

  private final @Nullable Updates updates;
  private final ChangeGuard guard;
  private final Workers workers;
  private final ByteBudget received = new ByteBudget(MAX_RECEIVED_BYTES);
  private final Map<Outcome, Counter> outcomes = new EnumMap<>(Outcome.class);

  /**
   * Creates the endpoint.
   *
   * @param updates null if the gateway takes no updates
   * @param metrics where outcomes are counted
   */
  UpdateEndpoint(@Nullable Updates updates, ChangeGuard guard, Workers workers, Metrics metrics) {
    this.updates = updates;
    this.guard = guard;
    this.workers = workers;
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, metrics.counter(Metric.GATEWAY_UPDATES, outcome.text()));
    }
  }

  /**
   * Serves a request.
   *
   * @throws Refusal if it is from another site's page, not JSON, or for an unknown stream
   */
  void serve(Exchange exchange, HttpServerRequest request, String stream) {
    guard.requireOwnPage(exchange);
    ChangeGuard.requireJson(exchange);
    Updates taken = updates;
    if (taken == null) {
      throw Refusal.last(
          NOT_IMPLEMENTED, "this gateway takes no updates", "send it to one that does");
    }
    if (!taken.reader().streams().contains(stream)) {
      throw Refusal.last(
          404,
          "there is no stream " + Refusal.shown(stream),
          "the streams are " + String.join(", ", taken.reader().streams()));
    }
    RequestBody.read(
        request,
        exchange,
        MAX_BYTES,
        received,
        (body, done) -> workers.scan(() -> read(exchange, taken, stream, body, done)));
  }

  /** Runs on a worker, because a long body takes a while. */
  private void read(Exchange exchange, Updates taken, String stream, Buffer body, Runnable done) {
    try {
      List<Update> read = taken.reader().read(stream, RequestBody.object(body));
      UpdateWriter writer = taken.writer();
      switch (writer.submit(read, results -> onLoop(exchange, () -> answer(exchange, results)))) {
        case FULL -> throw full(writer);
        case STOPPING ->
            throw Refusal.unavailable(
                "the gateway is stopping", "send them to another gateway", BUSY_SECONDS);
        case ACCEPTED -> {}
      }
    } catch (ConfigurationException e) {
      onLoop(exchange, () -> exchange.failed(Refusal.bad(faults(e), "nothing is written")));
    } catch (RuntimeException e) {
      onLoop(exchange, () -> exchange.failed(e));
    } finally {
      done.run();
    }
  }

  private static Refusal full(UpdateWriter writer) {
    return Refusal.unavailable(
        "too many updates wait to be written: "
            + writer.pending()
            + ", of "
            + writer.pendingBytes()
            + " bytes",
        "send them again, or elsewhere",
        BUSY_SECONDS);
  }

  private static String faults(ConfigurationException e) {
    int found = e.faults().size();
    int more = found - MAX_FAULTS;
    String orMore = found == UpdateReader.MAX_FAULTS ? "at least " : "";
    String first =
        e.faults().stream()
            .limit(MAX_FAULTS)
            .map(Fault::toString)
            .collect(Collectors.joining("; "));
    return more > 0 ? first + "; and " + orMore + more + " more" : first;
  }

  private static void onLoop(Exchange exchange, Runnable work) {
    exchange.loop().runOnContext(v -> work.run());
  }

  private void answer(Exchange exchange, List<UpdateResult> results) {
    results.forEach(result -> count(result.outcome()));
    int status = status(results);
    Buffer body =
        Json.object(
            json -> {
              json.writeArrayFieldStart("updates");
              for (UpdateResult result : results) {
                write(result, json);
              }
              json.writeEndArray();
              if (status != 200) {
                json.writeStringField("error", error(results));
                json.writeStringField("remedy", AGAIN);
              }
            });
    List<CharSequence> headers =
        status == 200
            ? Answer.NOT_KEPT
            : List.of("Cache-Control", "no-store", "Retry-After", Integer.toString(BUSY_SECONDS));
    exchange.answer(new Answer(status, Answer.JSON, headers, body));
  }

  private void count(Outcome outcome) {
    Counter counter = outcomes.get(outcome);
    if (counter != null) {
      counter.increment();
    }
  }

  private static int status(List<UpdateResult> results) {
    int status = 200;
    for (UpdateResult result : results) {
      if (result.outcome() == Outcome.UNKNOWN) {
        return TIMEOUT;
      }
      status = result.outcome() == Outcome.NOT_WRITTEN ? UNAVAILABLE : status;
    }
    return status;
  }

  private static String error(List<UpdateResult> results) {
    long written = results.stream().filter(r -> r.outcome() == Outcome.WRITTEN).count();
    return written + " of " + results.size() + " updates are known to be written";
  }

  private static void write(UpdateResult result, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", result.id());
    json.writeStringField("outcome", result.outcome().text());
    if (result.outcome() == Outcome.WRITTEN) {
      json.writeNumberField("partition", result.partition());
      json.writeNumberField("offset", result.offset());
    } else {
      json.writeStringField("error", result.error());
    }
    json.writeEndObject();
  }
}
