package io.windsock.control.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.service.http.Answer;
import io.windsock.service.http.Exchange;
import io.windsock.service.http.Json;
import io.windsock.service.http.Refusal;
import io.windsock.service.http.Workers;
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
  void call(Exchange exchange, String name, Buffer body, String who) {
    if (!controller.mirroring().names().contains(name)) {
      throw Refusal.absent(
          "the mirroring API has no call " + Refusal.shown(name),
          "the calls are " + String.join(", ", controller.mirroring().names()));
    }
    make(exchange, name, body, who);
  }

  /** {@code POST /v1/mode/pin}. */
  void pin(Exchange exchange, Buffer body, String who) {
    make(exchange, "pin", body, who);
  }

  /** {@code POST /v1/mode/release}. */
  void release(Exchange exchange, Buffer body, String who) {
    make(exchange, "release", body, who);
  }

  private void make(Exchange exchange, String name, Buffer body, String who) {
    JsonNode arguments = RequestBody.object(body);
    if (!name.equals(ANEW)) {
      guard.requireActive();
    }
    exchange.later(workers, () -> made(name, arguments, who));
  }

  private Answer made(String name, JsonNode arguments, String who) {
    try {
      long epoch = controller.mirroring().call(name, arguments, who);
      Buffer body = Json.object(json -> json.writeNumberField("epoch", epoch));
      return new Answer(200, Answer.JSON, Answer.NOT_KEPT, body);
    } catch (ConfigurationException e) {
      throw Refusal.bad(faults(e), "change what is named and send it again; nothing has changed");
    }
  }

  private static String faults(ConfigurationException e) {
    return e.faults().stream().map(Fault::toString).collect(Collectors.joining("; "));
  }
}
