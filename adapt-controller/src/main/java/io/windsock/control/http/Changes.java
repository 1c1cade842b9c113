package io.windsock.control.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.control.params.Caller;
import io.windsock.control.params.EpochMismatchException;
import io.windsock.control.params.Written;
import io.windsock.service.http.Answer;
import io.windsock.service.http.Exchange;
import io.windsock.service.http.Json;
import io.windsock.service.http.Refusal;
import io.windsock.service.http.Workers;
import java.io.IOException;
import java.util.stream.Collectors;

/**
 * Changes of the parameters: guarded, then made on a worker, which may wait for Kafka. Any thread
 * may use it.
 */
final class Changes {
  /**
   * What a controller that stands still waits for; one that is not elected refuses it by itself.
   */
  private static final String ANEW = "init";

  private final ServedController controller;
  private final Guard guard;
  private final Workers workers;

  Changes(ServedController controller, Guard guard, Workers workers) {
    this.controller = controller;
    this.guard = guard;
    this.workers = workers;
  }

  /** {@code POST /v1/params/{call}}: any call of the mirroring API. */
  void call(Exchange exchange, String name, Buffer body, Caller caller) {
    if (!controller.mirroring().names().contains(name)) {
      throw Refusal.absent(
          "the mirroring API has no call " + Refusal.shown(name),
          "the calls are " + String.join(", ", controller.mirroring().names()));
    }
    make(exchange, name, body, caller);
  }

  /** {@code POST /v1/mode/pin}. */
  void pin(Exchange exchange, Buffer body, Caller caller) {
    make(exchange, "pin", body, caller);
  }

  /** {@code POST /v1/mode/release}. */
  void release(Exchange exchange, Buffer body, Caller caller) {
    make(exchange, "release", body, caller);
  }

  private void make(Exchange exchange, String name, Buffer body, Caller caller) {
    JsonNode arguments = RequestBody.object(body);
    if (!name.equals(ANEW)) {
      guard.requireActive();
    }
    exchange.later(workers, () -> made(name, arguments, caller));
  }

  private Answer made(String name, JsonNode arguments, Caller caller) {
    try {
      Written written = controller.mirroring().call(name, arguments, caller);
      return new Answer(
          200,
          Answer.JSON,
          EpochTag.with(Answer.NOT_KEPT, written.epoch()),
          Json.object(json -> tell(json, written)));
    } catch (EpochMismatchException e) {
      throw Refusal.changed(
          String.valueOf(e.getMessage()), EpochMismatchException.REMEDY, EpochTag.of(e.epoch()));
    } catch (ConfigurationException e) {
      throw Refusal.bad(faults(e), "change what is named and send it again; nothing has changed");
    }
  }

  private static void tell(JsonGenerator json, Written written) throws IOException {
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
