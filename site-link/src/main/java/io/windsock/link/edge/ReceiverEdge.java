package io.windsock.link.edge;

import com.fasterxml.jackson.core.JsonGenerator;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.receive.OpenSession;
import io.windsock.link.stage.RefusedFrameException.Reason;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.http.endpoint.HealthServer.Readiness;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The HTTP edge of a receiver. Any thread may call it. */
public final class ReceiverEdge implements AutoCloseable {
  private final LinkReceiver receiver;
  private final Metrics metrics = new Metrics();
  private final LinkHttp http;

  private ReceiverEdge(HttpConfig address, LinkReceiver receiver) {
    this.receiver = receiver;
    register();
    LinkParts parts =
        new LinkParts("link receiver", "receiver", this::readiness, this::status, null);
    try {
      http = LinkHttp.start(address, parts, metrics);
    } catch (ConfigurationException e) {
      metrics.close();
      throw e;
    }
  }

  /**
   * Starts the edge of a receiver, which the caller closes.
   *
   * @throws ConfigurationException if it can't listen at the configured address
   */
  public static ReceiverEdge start(HttpConfig address, LinkReceiver receiver) {
    return new ReceiverEdge(address, receiver);
  }

  private void register() {
    LinkMeters.register(metrics, receiver.stats().counts(), receiver.times());
    metrics.gauge(Metric.LINK_STREAMS, receiver, it -> it.sessions().size());
    for (Reason reason : Reason.values()) {
      metrics.counted(
          Metric.LINK_REFUSED, receiver.stats().refused(), it -> it.count(reason), label(reason));
    }
  }

  private static String label(Reason reason) {
    return reason.name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  /** A receiver is ready while it listens, whether or not a sender is there. */
  private Readiness readiness() {
    return new Readiness(true, "listens at port " + receiver.port());
  }

  private void status(JsonGenerator json) throws IOException {
    json.writeStringField("side", "receiver");
    json.writeNumberField("port", receiver.port());
    List<OpenSession> sessions = receiver.sessions();
    json.writeArrayFieldStart("open");
    for (OpenSession session : sessions) {
      json.writeStartObject();
      json.writeStringField("link", session.link());
      json.writeStringField("sender", session.peer());
      json.writeStringField("slow", session.slow());
      json.writeStringField("incomplete", session.incomplete());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeObjectFieldStart("refused");
    for (Reason reason : Reason.values()) {
      json.writeNumberField(label(reason), receiver.stats().refused().count(reason));
    }
    json.writeEndObject();
    StatusJson.counts(receiver.stats().counts(), json);
    StatusJson.stages(receiver.times(), json);
  }

  /** Returns the base URL, such as {@code http://127.0.0.1:9611}. */
  public String url() {
    return http.url();
  }

  @Override
  public void close() {
    http.close();
    metrics.close();
  }
}
