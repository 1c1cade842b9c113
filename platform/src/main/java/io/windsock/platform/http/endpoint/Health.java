package io.windsock.platform.http.endpoint;

import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Json;
import io.windsock.platform.telemetry.Metrics;
import java.nio.charset.StandardCharsets;

/** What every server says of its health, for whatever watches over it. Pure. */
public final class Health {
  private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private Health() {}

  /** {@code GET /health/live}: it answers, so it lives. */
  public static Answer live(String name) {
    return answer(200, "live", name);
  }

  /**
   * {@code GET /health/ready}.
   *
   * @param detail how far it has come, or why not, in words
   */
  public static Answer ready(boolean ready, String detail) {
    return answer(ready ? 200 : 503, ready ? "ready" : "not ready", detail);
  }

  private static Answer answer(int status, String state, String detail) {
    Buffer body =
        Json.object(
            json -> {
              json.writeStringField("status", state);
              json.writeStringField("detail", detail);
            });
    return new Answer(status, Answer.JSON, Answer.NOT_KEPT, body);
  }

  /** {@code GET /metrics}, in Prometheus' text format; takes a while, so it is a worker's. */
  public static Answer metrics(Metrics metrics) {
    Buffer body = Buffer.buffer(metrics.scrape().getBytes(StandardCharsets.UTF_8));
    return new Answer(200, METRICS_TYPE, Answer.NOT_KEPT, body);
  }
}
