package io.windsock.gateway.http;

import io.vertx.core.buffer.Buffer;
import io.windsock.gateway.Calls;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Json;
import io.windsock.platform.http.message.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST} and {@code DELETE /v1/sites/{site}/drain}: whether a site gets new calls. Any event
 * loop may use it.
 */
final class DrainEndpoint {
  private static final Logger LOG = LoggerFactory.getLogger(DrainEndpoint.class);

  private final Calls calls;

  DrainEndpoint(Calls calls) {
    this.calls = calls;
  }

  void serve(Exchange exchange, String site, boolean drain) {
    calls.drain(
        site,
        drain,
        exchange.loop(),
        known -> exchange.attempt(() -> answer(exchange, site, drain, known)));
  }

  private static void answer(Exchange exchange, String site, boolean drain, boolean known) {
    if (!known) {
      throw Refusal.absent(
          "this gateway knows no site " + Refusal.shown(site), "/v1/status lists the sites");
    }
    LOG.info("{}: {}", site, drain ? "gets no more calls" : "gets calls again");
    Buffer body =
        Json.object(
            json -> {
              json.writeStringField("site", site);
              json.writeBooleanField("draining", drain);
            });
    exchange.answer(new Answer(200, Answer.JSON, Answer.NOT_KEPT, body));
  }
}
