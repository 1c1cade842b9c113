package io.windsock.cli.demo.remote;

import io.windsock.contracts.config.Failure;
import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.Options;
import io.windsock.link.edge.LinkSamples;
import io.windsock.link.edge.SenderEdge;
import io.windsock.link.interval.AdaptiveInterval;
import io.windsock.link.interval.IntervalSettings;
import io.windsock.link.interval.MeasuredCapacity;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.receive.ReceiverConfig;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderConfig;
import io.windsock.link.send.SenderStatus;
import io.windsock.link.send.WhenTrimmed;
import io.windsock.link.stage.Codec;
import io.windsock.link.stage.Compressor;
import io.windsock.link.stage.KeyRing;
import io.windsock.link.stage.LinkKey;
import io.windsock.platform.http.HttpConfig;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteKeeper;
import io.windsock.site.state.Rebuild;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.testbed.cluster.LocalCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The remote site of a demo: a broker, the receiver of a link, and a mirror of the topic that the
 * link copies; and the link's sender, which in earnest runs at the primary site. The line is clear
 * text within this machine; batches are encrypted with a key of this run.
 */
public final class RemoteSite implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final String LINK = "main";
  private static final int COMPRESSION_LEVEL = 1;

  private final LocalCluster cluster;
  private final LinkSender sender;
  private final SenderEdge edge;
  private final SiteKeeper mirror;

  /**
   * The settings of a remote site.
   *
   * @param folder where it keeps its data
   * @param source the primary site's brokers
   * @param topics those of the source, whose mirror topic is copied
   * @param domain the domain of the mirror
   * @param boardPort the port of the mirror; 0 for any free one
   * @param linkPort the port of the sender's status; 0 for any free one
   * @param patience how long the mirror may take to be ready
   */
  public record Setup(
      Path folder,
      String source,
      Topics topics,
      SiteDomain domain,
      int boardPort,
      int linkPort,
      Duration patience) {}

  private RemoteSite(LocalCluster cluster, Setup setup) throws InterruptedException {
    this.cluster = cluster;
    KeyRing keys = KeyRing.of(LinkKey.random("demo")); // kept in memory, for this run
    PipelineShape shape = PipelineShape.of(PipelineKind.FINE_GRAINED);
    LinkReceiver receiver =
        cluster.closing(
            LinkReceiver.start(
                new ReceiverConfig(
                    kafka(cluster.bootstrapServers()), HOST, 0, null, keys, shape, false)));
    SenderConfig config =
        new SenderConfig(
            LINK,
            kafka(setup.source()),
            List.of(setup.topics().mirror()),
            HOST,
            receiver.port(),
            null,
            keys,
            new Compressor(Codec.ZSTD, COMPRESSION_LEVEL),
            () -> new AdaptiveInterval(IntervalSettings.standard(), MeasuredCapacity.standard()),
            null,
            shape,
            false,
            SenderConfig.Bounds.standard(),
            WhenTrimmed.STOP);
    sender = cluster.closing(LinkSender.start(config));
    cluster
        .closing(
            new LinkSamples(config, sender, setup.topics().monitor(), setup.domain().catalogue()))
        .start();
    edge = cluster.closing(SenderEdge.start(HttpConfig.at(HOST, setup.linkPort()), config, sender));
    cluster.await(
        () -> sender.status().state() == SenderStatus.State.SENDING || failure() != null,
        "the link has no session: " + sender.status().detail());
    String failure = failure();
    if (failure != null) {
      throw new Failure(failure);
    }
    mirror = cluster.site(mirror(setup));
    cluster.awaitSites();
  }

  private static Map<String, Object> kafka(String brokers) {
    return Map.of("bootstrap.servers", brokers);
  }

  private SiteConfig mirror(Setup setup) {
    return SiteConfig.builder(
            SiteRole.MIRROR,
            "remote-mirror",
            cluster.bootstrapServers(),
            setup.folder().resolve("site"),
            setup.domain())
        .http(HOST, setup.boardPort())
        .rebuild(Rebuild.IF_UNUSABLE)
        .build();
  }

  /**
   * Starts all parts, and waits until the mirror is ready.
   *
   * @throws Failure if one fails, or takes too long
   */
  public static RemoteSite start(Setup setup) throws InterruptedException {
    Options broker = Options.at(setup.folder().resolve("broker")).withPort(0);
    LocalCluster cluster = LocalCluster.start(broker, setup.patience());
    try {
      return new RemoteSite(cluster, setup);
    } catch (RuntimeException | InterruptedException e) {
      cluster.close();
      throw e;
    }
  }

  /** Returns the URL of the mirror. */
  public String url() {
    return mirror.url();
  }

  /** Returns the URL of the sender's status. */
  public String link() {
    return edge.url();
  }

  /** Returns the brokers of the remote site. */
  public String bootstrapServers() {
    return cluster.bootstrapServers();
  }

  /** Returns how many offsets of its log the mirror has not applied. */
  public long mirrorLag() {
    return mirror.status().lag();
  }

  /** Returns what the link does. */
  public SenderStatus status() {
    return sender.status();
  }

  /** Returns why the remote site can't continue; null while it can. */
  public @Nullable String failure() {
    SenderStatus status = sender.status();
    return status.state() == SenderStatus.State.STOPPED
        ? "the link stopped: " + status.detail() + "; start with --fresh to copy everything anew"
        : cluster.failure();
  }

  @Override
  public void close() {
    cluster.close();
  }
}
