package io.windsock.site.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.vertx.core.buffer.Buffer;
import io.windsock.ede.view.ViewDefinition;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.endpoint.Health;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Json;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.http.message.Target;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.progress.Readiness;
import io.windsock.site.serve.CurrentPosition;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.SitePosition;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.form.Digest;
import io.windsock.site.status.Staleness;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Serves information about a site: digest, sites, health, metrics. Any thread may use it. */
final class SiteEndpoint {
  private final ServedSite site;
  private final AnswerPolicy policy;
  private final Workers workers;
  private final CurrentPosition position;
  private final Metrics metrics;

  SiteEndpoint(
      ServedSite site,
      AnswerPolicy policy,
      Workers workers,
      CurrentPosition position,
      Metrics metrics) {
    this.site = site;
    this.policy = policy;
    this.workers = workers;
    this.position = position;
    this.metrics = metrics;
  }

  /** {@code GET /v1/digest}, with {@code verify=true} or {@code false}. */
  void digest(Exchange exchange, Target target) {
    target.allow(Set.of("verify"));
    String verify = target.parameter("verify");
    if (verify == null || verify.equals("false")) {
      exchange.onWorker(workers, () -> digest(false));
    } else if (verify.equals("true")) {
      exchange.onBigWorker(workers, () -> digest(true));
    } else {
      throw Refusal.bad("verify=" + Refusal.shown(verify) + " is not a Boolean", "true or false");
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
        200, Answer.JSON, List.of(SiteHeaders.TOKEN, token, "Cache-Control", "no-store"), body);
  }

  /** {@code GET /v1/views}: the views, and how the board shows them. */
  Answer views() {
    Buffer body =
        Json.object(
            json -> {
              json.writeStringField("domain", site.catalogue().domain());
              json.writeFieldName("board");
              json.writeRawValue(site.definition().board());
              json.writeArrayFieldStart("views");
              for (ViewDefinition view : site.definition().views()) {
                write(view, json);
              }
              json.writeEndArray();
            });
    return new Answer(200, Answer.JSON, Answer.NOT_KEPT, body);
  }

  private static void write(ViewDefinition view, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("view", view.name());
    if (view.parameter() != null) {
      json.writeStringField("parameter", view.parameter());
    }
    json.writeArrayFieldStart("columns");
    for (ViewDefinition.Column column : view.kinds()) {
      json.writeStartObject();
      json.writeStringField("name", column.name());
      json.writeStringField("kind", column.kind().word());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeFieldName("board");
    json.writeRawValue(view.board());
    json.writeEndObject();
  }

  /** {@code GET /v1/sites}: this site first, then the others. */
  void sites(Exchange exchange) {
    exchange.onWorker(workers, this::sites);
  }

  private Answer sites() {
    Staleness stale = site.staleness();
    SitePosition now = position.get();
    List<String> urls = policy.origins().urls();
    Buffer body =
        Json.object(
            json -> {
              json.writeStringField("site", site.name());
              json.writeStringField("role", site.role().text());
              json.writeStringField("phase", site.phase().name());
              json.writeNumberField("cutOffMs", site.cutOffMs());
              json.writeStringField("twin", site.twin());
              json.writeStringField("token", now.text().toString());
              json.writeObjectFieldStart("staleness");
              json.writeNumberField("events", stale.events());
              json.writeNumberField("ms", stale.ms());
              json.writeEndObject();
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

  /** {@code GET /health/live}. */
  Answer live() {
    return Health.live(site.name());
  }

  /** {@code GET /health/ready}. */
  Answer ready() {
    Readiness readiness = site.readiness();
    return Health.ready(readiness.ready(), readiness.detail());
  }

  /** {@code GET /health/serving}. */
  Answer serving() {
    Readiness readiness = site.readiness();
    return Health.serving(readiness.serves(), readiness.detail());
  }

  /** {@code GET /metrics}. */
  void metrics(Exchange exchange) {
    exchange.onWorker(workers, () -> Health.metrics(metrics));
  }
}
