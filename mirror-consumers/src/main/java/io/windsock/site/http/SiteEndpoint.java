package io.windsock.site.http;

import io.vertx.core.buffer.Buffer;
import io.windsock.site.http.api.Answer;
import io.windsock.site.http.api.CurrentPosition;
import io.windsock.site.http.api.Exchange;
import io.windsock.site.http.api.Front;
import io.windsock.site.http.api.Json;
import io.windsock.site.http.api.Refusal;
import io.windsock.site.http.api.ServedSite;
import io.windsock.site.http.api.SitePosition;
import io.windsock.site.http.api.Workers;
import io.windsock.site.metrics.SiteMetrics;
import io.windsock.site.state.Digest;
import io.windsock.site.state.SiteSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a site says about itself: digest, sites, health, metrics. Any thread may use it. */
final class SiteEndpoint {
  private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final ServedSite site;
  private final Front front;
  private final Workers workers;
  private final CurrentPosition position;
  private final SiteMetrics metrics;

  SiteEndpoint(
      ServedSite site,
      Front front,
      Workers workers,
      CurrentPosition position,
      SiteMetrics metrics) {
    this.site = site;
    this.front = front;
    this.workers = workers;
    this.position = position;
    this.metrics = metrics;
  }

  /** {@code GET /v1/digest}; {@code verify} is null, "true" or "false". */
  void digest(Exchange exchange, @Nullable String verify) {
    if (verify != null && !verify.equals("true") && !verify.equals("false")) {
      throw Refusal.bad("verify " + Refusal.shown(verify) + " can't be", "true or false");
    }
    if ("true".equals(verify)) {
      exchange.muchLater(workers, () -> digest(true));
    } else {
      exchange.later(workers, () -> digest(false));
    }
  }

  private Answer digest(boolean verify) {
    Digest digest;
    try (SiteSnapshot snapshot = site.snapshot()) {
      digest = snapshot.digest(verify);
    }
    String token = digest.token().toString();
    Buffer body =
        Json.object(
            json -> {
              json.writeStringField("token", token);
              json.writeNumberField("keys", digest.keys());
              json.writeStringField("digest", digest.maintained());
              if (digest.recomputed() != null) {
                json.writeStringField("recomputed", digest.recomputed());
                json.writeBooleanField("consistent", digest.consistent());
              }
            });
    return new Answer(
        200, Answer.JSON, List.of(Front.TOKEN, token, "Cache-Control", "no-store"), body);
  }

  /** {@code GET /v1/sites}: this site first, then the others. */
  Answer sites() {
    SitePosition now = position.get();
    List<String> urls = front.origins().urls();
    Buffer body =
        Json.object(
            json -> {
              json.writeStringField("site", site.name());
              json.writeStringField("role", site.role().text());
              json.writeStringField("token", now.text().toString());
              json.writeArrayFieldStart("sites");
              for (int i = 0; i < urls.size(); i++) {
                json.writeStartObject();
                json.writeStringField("url", urls.get(i));
                json.writeBooleanField("self", i == 0);
                json.writeEndObject();
              }
              json.writeEndArray();
            });
    return new Answer(200, Answer.JSON, Answer.NOT_KEPT, body);
  }

  /** {@code GET /health/live}: it answers, so it lives. */
  Answer live() {
    return health(200, "live", site.name());
  }

  /** {@code GET /health/ready}. */
  Answer ready() {
    ServedSite.Readiness readiness = site.readiness();
    return health(
        readiness.ready() ? 200 : 503,
        readiness.ready() ? "ready" : "not ready",
        readiness.detail());
  }

  private static Answer health(int status, String state, String detail) {
    Buffer body =
        Json.object(
            json -> {
              json.writeStringField("status", state);
              json.writeStringField("detail", detail);
            });
    return new Answer(status, Answer.JSON, Answer.NOT_KEPT, body);
  }

  /** {@code GET /metrics}, in Prometheus' text format. */
  void metrics(Exchange exchange) {
    exchange.later(
        workers,
        () ->
            new Answer(
                200,
                METRICS_TYPE,
                Answer.NOT_KEPT,
                Buffer.buffer(metrics.scrape().getBytes(StandardCharsets.UTF_8))));
  }
}
