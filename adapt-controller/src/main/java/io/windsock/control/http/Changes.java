package io.windsock.control.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.call.CallJson;
import io.windsock.contracts.call.EpochMismatchException;
import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.call.Written;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.control.change.Caller;
import io.windsock.control.change.NotActiveException;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.endpoint.RequestBody;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Refusal;
import java.io.IOException;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Handles calls of the mirroring API. It checks and reads them on the event loop, then runs them on
 * a worker, which waits for Kafka. Any thread may use it.
 */
final class Changes {
  private static final int RETRY_SECONDS = 2;

  /** The call that a blocked controller waits for. */
  private static final String BEGIN = "init";

  private static final String LOOK =
      "look at the parameters, and send the change again if they lack it";

  private final Function<Caller, Mirroring> mirroring;
  private final Guard guard;
  private final Workers workers;

  Changes(Function<Caller, Mirroring> mirroring, Guard guard, Workers workers) {
    this.mirroring = mirroring;
    this.guard = guard;
    this.workers = workers;
  }

  /** Handles {@code POST /v1/params/{call}}, {@code /v1/mode/pin} and {@code /v1/mode/release}. */
  void make(Exchange exchange, String name, Buffer body, Caller caller) {
    if (!CallJson.names().contains(name)) {
      throw Refusal.absent(
          "the mirroring API has no call " + Refusal.shown(name),
          "the calls are " + String.join(", ", CallJson.names()));
    }
    JsonNode arguments = RequestBody.object(body);
    if (name.equals(BEGIN)) {
      guard.requireElected();
    } else {
      guard.requireActive();
    }
    exchange.onWorker(workers, () -> made(name, arguments, caller));
  }

  private Answer made(String name, JsonNode arguments, Caller caller) {
    try {
      Written written = mirroring.apply(caller).make(CallJson.read(name, arguments));
      return EpochTag.answer(written.epoch(), json -> write(json, written));
    } catch (EpochMismatchException e) {
      throw Refusal.changed(
          String.valueOf(e.getMessage()), EpochMismatchException.REMEDY, EpochTag.of(e.epoch()));
    } catch (NotActiveException e) {
      String remedy = e.mayBeMade() ? LOOK : "ask the active controller";
      throw Refusal.unavailable(String.valueOf(e.getMessage()), remedy, RETRY_SECONDS);
    } catch (ConfigurationException e) {
      throw Refusal.bad(faults(e), "change what is named and send it again; nothing has changed");
    }
  }

  private static void write(JsonGenerator json, Written written) throws IOException {
    json.writeNumberField("epoch", written.epoch());
    json.writeArrayFieldStart("changes");
    for (String change : written.changes()) {
      json.writeString(change);
    }
    json.writeEndArray();
  }

  private static String faults(ConfigurationException e) {
    return e.faults().stream().map(Fault::toString).collect(Collectors.joining("; "));
  }
}
