package io.windsock.platform.http.endpoint;

import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Json;
import io.windsock.platform.telemetry.Metrics;
import java.nio.charset.StandardCharsets;

/** The health endpoints common to all servers. Pure. */
public final class Health {
  private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private Health() {}

  /** Answers {@code GET /health/live}; any answer means that the process is alive. */
  public static Answer live(String name) {
    return answer(200, "live", name);
  }

  /**
   * Answers {@code GET /health/ready}.
   *
   * @param detail the progress, or the reason it is not ready
   */
  public static Answer ready(boolean ready, String detail) {
    return answer(ready ? 200 : 503, ready ? "ready" : "not ready", detail);
  }

  /**
   * Answers {@code GET /health/serving}, for what passes clients on: a site may serve although it
   * is not ready.
   *
   * @param detail the progress, or the reason it serves no clients
   */
  public static Answer serving(boolean serves, String detail) {
    return answer(serves ? 200 : 503, serves ? "serving" : "not serving", detail);
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

  /**
   * Answers {@code GET /metrics}, in Prometheus' text format. Takes a while, so run it on a worker.
   */
  public static Answer metrics(Metrics metrics) {
    Buffer body = Buffer.buffer(metrics.scrape().getBytes(StandardCharsets.UTF_8));
    return new Answer(200, METRICS_TYPE, Answer.NOT_KEPT, body);
  }
}
