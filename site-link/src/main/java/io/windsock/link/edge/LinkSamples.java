package io.windsock.link.edge;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderConfig;
import io.windsock.platform.telemetry.SamplePublisher;
import io.windsock.platform.time.Clocks;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;

/**
 * Writes samples of a sender to the source's monitor topic, from which the controller and its
 * console show the link. A source without that topic has none; they are dropped. Any thread may
 * close it.
 */
public final class LinkSamples implements AutoCloseable {
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(1);

  private final Admin admin;
  private final LinkSampler sampler;
  private final SamplePublisher publisher;

  /**
   * Prepares samples.
   *
   * @param sender closed by the caller, after this
   * @param monitorTopic the monitor topic's name
   * @param catalogue has the schema id of the samples
   */
  public LinkSamples(
      SenderConfig config, LinkSender sender, String monitorTopic, Catalogue catalogue) {
    String role = "link-" + config.link();
    admin = Admin.create(config.kafka());
    sampler = new LinkSampler(config, sender);
    publisher =
        new SamplePublisher(
            role,
            monitorTopic,
            admin,
            SamplePublisher.producer(role, config.kafka()),
            new EventCodec(catalogue),
            sampler,
            offset -> {},
            Clocks.system());
  }

  /** Starts to write them. */
  public void start() {
    publisher.start();
  }

  /** Writes the last sample, that the sender is closed. */
  @Override
  public void close() {
    sampler.end();
    publisher.close();
    admin.close(CLOSE_PATIENCE);
  }
}
