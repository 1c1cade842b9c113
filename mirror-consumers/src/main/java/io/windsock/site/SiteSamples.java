package io.windsock.site;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.name.Incarnation;
import io.windsock.platform.telemetry.SamplePublisher;
import io.windsock.platform.time.Clocks;
import io.windsock.site.apply.ApplyLoop;
import io.windsock.site.sample.Neighbours;
import io.windsock.site.sample.SiteSampler;
import io.windsock.site.sample.SiteWatch;
import io.windsock.site.state.SiteState;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;

/** A site's sample publisher, and its watch for other sites. Any thread may use it. */
final class SiteSamples implements AutoCloseable, SiteWatch.Listener {
  private final ApplyLoop loop;
  private final SamplePublisher publisher;
  private final SiteWatch others;
  private final Neighbours neighbours;

  /**
   * Starts publishing and watching.
   *
   * @param served the site as others see it
   * @param url the URL at which others reach the site
   * @param linkUrl the URL at which gateways reach its links
   * @param loop the apply loop, which stops in favour of an older site of the same name
   */
  SiteSamples(
      SiteConfig config,
      Admin admin,
      LogTopic topic,
      SiteState state,
      SiteSampler.Sources sources,
      Served served,
      String url,
      String linkUrl,
      ApplyLoop loop,
      Clocks clock) {
    this.loop = loop;
    Incarnation incarnation = served.run();
    String monitor = config.kafka().topics().monitor();
    SiteSampler sampler =
        new SiteSampler(
            new SiteSampler.Identity(
                config.name(), config.role(), url, linkUrl, topic.name(), incarnation),
            state,
            sources,
            clock.wallMs());
    publisher =
        new SamplePublisher(
            config.name(),
            monitor,
            admin,
            SamplePublisher.producer(config.name(), config.client()),
            codec(config),
            sampler,
            incarnation::published,
            clock);
    neighbours = new Neighbours(topic);
    others =
        new SiteWatch(
            config.name(),
            monitor,
            config.client(),
            config.domain().catalogue(),
            incarnation,
            this,
            clock);
  }

  /** Starts publishing samples and watching for other sites. */
  void start() {
    publisher.start();
    others.start();
  }

  /** Creates a codec; each thread needs its own. */
  private static EventCodec codec(SiteConfig config) {
    return new EventCodec(config.domain().catalogue());
  }

  SamplePublisher publisher() {
    return publisher;
  }

  /** Base URL of a running younger site of this name; empty if there is none. */
  String youngerTwin() {
    return others.twin();
  }

  /** Base URLs at which this site reaches the others that follow its topic, as last reported. */
  List<String> neighbours() {
    return neighbours.urls();
  }

  @Override
  public void other(SiteSample sample, long atMs) {
    neighbours.add(sample, atMs);
  }

  @Override
  public void taken(String reason) {
    publisher.silence();
    loop.refuse(reason);
  }

  @Override
  public void twin() {
    loop.repeatCheckpoint();
  }

  @Override
  public void close() {
    others.close();
    publisher.close();
  }
}
