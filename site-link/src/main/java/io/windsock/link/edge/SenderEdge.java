package io.windsock.link.edge;

import com.fasterxml.jackson.core.JsonGenerator;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderConfig;
import io.windsock.link.send.SenderStatus;
import io.windsock.link.send.SenderStatus.State;
import io.windsock.link.stats.CopyProgress;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.http.endpoint.HealthServer.Readiness;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.platform.time.Clocks;
import java.io.IOException;

/** The HTTP edge of a sender. Any thread may call it. */
public final class SenderEdge implements AutoCloseable {
  private static final double NS_PER_MS = 1e6;

  private final SenderConfig config;
  private final LinkSender sender;
  private final Clocks clock = Clocks.system();
  private final Metrics metrics = new Metrics();
  private final LinkHttp http;

  private SenderEdge(HttpConfig address, SenderConfig config, LinkSender sender) {
    this.config = config;
    this.sender = sender;
    SenderMeters.register(metrics, config.rpo(), sender, clock);
    LinkParts parts =
        new LinkParts("link sender", config.link(), this::readiness, this::status, this::pause);
    try {
      http = LinkHttp.start(address, parts, metrics);
    } catch (ConfigurationException e) {
      metrics.close();
      throw e;
    }
  }

  /**
   * Starts the edge of a sender, which the caller closes.
   *
   * @param config the sender's settings
   * @throws ConfigurationException if it can't listen at the configured address
   */
  public static SenderEdge start(HttpConfig address, SenderConfig config, LinkSender sender) {
    return new SenderEdge(address, config, sender);
  }

  private Readiness readiness() {
    SenderStatus now = sender.status();
    return new Readiness(now.state() == State.SENDING, now.detail());
  }

  private boolean pause(boolean paused) {
    State state = sender.status().state();
    if (state == State.STOPPED || state == State.CLOSED) {
      return false;
    }
    sender.pause(paused);
    return true;
  }

  private void status(JsonGenerator json) throws IOException {
    SenderStatus now = sender.status();
    CopyProgress progress = sender.stats().progress();
    long nowMs = clock.wallMs();
    json.writeStringField("link", config.link());
    json.writeStringField("side", "sender");
    json.writeStringField("state", now.state().name());
    json.writeBooleanField("pausing", sender.pausing());
    json.writeStringField("detail", now.detail());
    json.writeStringField("to", config.host() + ":" + config.port());
    json.writeArrayFieldStart("topics");
    for (String topic : config.topics()) {
      json.writeString(topic);
    }
    json.writeEndArray();
    json.writeNumberField("epoch", now.epoch());
    json.writeNumberField("batch", now.batch());
    StatusJson.known("lagOffsets", progress.lag(nowMs), json);
    long rpoMs = progress.rpoMs(nowMs);
    StatusJson.known("rpoMs", rpoMs, json);
    StatusJson.goal(config.rpo(), rpoMs, json);
    json.writeNumberField("unacknowledgedBatches", progress.unacknowledged());
    json.writeNumberField("intervalMs", now.intervalNs() / NS_PER_MS);
    json.writeNumberField("threshold", now.threshold());
    StatusJson.counts(sender.stats().counts(), json);
    StatusJson.stages(sender.times(), json);
  }

  /** Returns the base URL, such as {@code http://127.0.0.1:9610}. */
  public String url() {
    return http.url();
  }

  @Override
  public void close() {
    http.close();
    metrics.close();
  }
}
