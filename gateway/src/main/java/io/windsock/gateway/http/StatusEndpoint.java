package io.windsock.gateway.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.vertx.core.buffer.Buffer;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.core.member.SiteState;
import io.windsock.gateway.core.stats.GatewayStats;
import io.windsock.gateway.http.pass.SiteStreams;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.endpoint.Health;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Json;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** Reports the gateway's condition. Any thread may use it. */
final class StatusEndpoint {
  private final Supplier<GatewayStatus> status;
  private final SiteStreams streams;
  private final AnswerPolicy policy;

  StatusEndpoint(Supplier<GatewayStatus> status, SiteStreams streams, AnswerPolicy policy) {
    this.status = status;
    this.streams = streams;
    this.policy = policy;
  }

  /** {@code GET /v1/status}. */
  Answer status() {
    GatewayStatus now = status.get();
    Buffer body =
        Json.object(
            json -> {
              json.writeStringField("gateway", now.name());
              json.writeStringField("incarnation", now.incarnation());
              json.writeStringField("phase", now.phase().name());
              json.writeBooleanField("ready", now.ready());
              json.writeStringField("detail", now.detail());
              json.writeObjectFieldStart("calls");
              calls(now, json);
              json.writeEndObject();
              json.writeObjectFieldStart("passing");
              passing(json);
              json.writeEndObject();
              json.writeArrayFieldStart("sites");
              for (GatewayStatus.Site site : now.sites()) {
                site(site, json);
              }
              json.writeEndArray();
              json.writeArrayFieldStart("gateways");
              for (GatewayStatus.Peer gateway : now.gateways()) {
                gateway(gateway, json);
              }
              json.writeEndArray();
            });
    return new Answer(200, Answer.JSON, Answer.NOT_KEPT, body);
  }

  private static void calls(GatewayStatus now, JsonGenerator json) throws IOException {
    GatewayStats stats = now.stats();
    json.writeNumberField("received", stats.calls());
    json.writeNumberField("inTime", stats.inTime());
    json.writeNumberField("refused", stats.refused());
    json.writeNumberField("late", stats.late());
    json.writeNumberField("invalid", stats.invalid());
    json.writeNumberField("abandoned", stats.abandoned());
    counts("shed", stats.shed(), json);
    counts("reissued", stats.reissued(), json);
    counts("pending", stats.pending(), json);
    counts("limits", stats.limits(), json);
    counts("usualMs", stats.usualMs(), json);
    json.writeNumberField("sentCalls", now.sent().calls());
    json.writeNumberField("sentBatches", now.sent().batches());
    json.writeNumberField("duplicates", stats.duplicates());
    json.writeNumberField("lateAnswers", stats.lateAnswers());
    json.writeNumberField("unknownAnswers", stats.unknownAnswers());
    json.writeNumberField("earlyAnswers", stats.earlyAnswers());
    json.writeNumberField("excluded", stats.excluded());
    json.writeNumberField("lastDetectionMs", stats.lastDetectionMs());
    json.writeNumberField("maxDetectionMs", stats.maxDetectionMs());
    json.writeNumberField("pauses", stats.pauses());
  }

  private static void counts(
      String name, Map<? extends Enum<?>, ? extends Number> counts, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<? extends Enum<?>, ? extends Number> count : counts.entrySet()) {
      json.writeFieldName(count.getKey().name().toLowerCase(Locale.ROOT));
      if (count.getValue() instanceof Double value) {
        json.writeNumber(value);
      } else {
        json.writeNumber(count.getValue().longValue());
      }
    }
    json.writeEndObject();
  }

  private void passing(JsonGenerator json) throws IOException {
    json.writeNumberField("open", streams.total());
    json.writeNumberField("waiting", streams.waiting());
    json.writeNumberField("failures", streams.failures());
    json.writeObjectFieldStart("sites");
    for (Map.Entry<String, Integer> site : streams.bySite().entrySet()) {
      json.writeNumberField(site.getKey(), site.getValue());
    }
    json.writeEndObject();
  }

  private static void site(GatewayStatus.Site site, JsonGenerator json) throws IOException {
    SiteState state = site.state();
    json.writeStartObject();
    json.writeStringField("site", state.name());
    json.writeStringField("url", site.url());
    json.writeStringField("linkUrl", site.linkUrl());
    json.writeBooleanField("alive", state.alive());
    json.writeBooleanField("open", state.open());
    json.writeBooleanField("ready", state.ready());
    json.writeBooleanField("draining", state.draining());
    json.writeBooleanField("drained", state.drained());
    json.writeNumberField("pending", state.pending());
    json.writeNumberField("pendingKeys", site.pendingKeys());
    json.writeNumberField("pendingViews", site.pendingViews());
    json.writeEndObject();
  }

  private static void gateway(GatewayStatus.Peer gateway, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("gateway", gateway.name());
    json.writeStringField("url", gateway.url());
    json.writeStringField("linkUrl", gateway.linkUrl());
    json.writeBooleanField("alive", gateway.alive());
    json.writeBooleanField("ready", gateway.ready());
    json.writeBooleanField("draining", gateway.draining());
    json.writeNumberField("pendingKeys", gateway.pendingKeys());
    json.writeNumberField("pendingViews", gateway.pendingViews());
    json.writeEndObject();
  }

  /**
   * {@code GET /v1/sites}, in the form of a site's answer: the servers at which a client may
   * continue. They are gateways, so that clients which follow the list stay at this edge.
   */
  Answer sites() {
    GatewayStatus now = status.get();
    List<String> urls = policy.origins().urls();
    Buffer body =
        Json.object(
            json -> {
              json.writeStringField("site", now.name());
              json.writeStringField("role", "gateway");
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
    return Health.live(status.get().name());
  }

  /** {@code GET /health/ready}. */
  Answer ready() {
    GatewayStatus now = status.get();
    return Health.ready(now.ready(), now.detail());
  }
}
