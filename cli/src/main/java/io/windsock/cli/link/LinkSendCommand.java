package io.windsock.cli.link;

import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.DomainOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.StopSignal;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.link.edge.LinkSamples;
import io.windsock.link.edge.SenderEdge;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderConfig;
import io.windsock.link.send.SenderStatus;
import io.windsock.link.send.WhenTrimmed;
import io.windsock.platform.http.HttpConfig;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the sender of a link. */
@Command(
    name = "send",
    description = {
      "Send topics of this cluster to a receiver at another one, until Ctrl-C.",
      "Reports every five seconds. Stops when the receiver refuses the link, or the source lacks"
          + " what the link needs next and --copy-anew-if-trimmed is not given."
    },
    footer = {
      "  windsock link send --to backup.example:9600 --credentials credentials/primary.example",
      "  windsock link send --to backup.example:9600 --keys keys --certificate s.pem \\",
      "      --private-key s.key --authority ca.pem      the mirror topic",
      "  windsock link send --to 127.0.0.1:9600 --keys keys --clear-text --topics a,b",
      "  windsock link send … --pipeline hybrid --threads 4 --compression lz4",
    })
public final class LinkSendCommand implements Callable<Integer> {
  private static final long LOOK_MS = 200;
  private static final long LINE_EVERY_MS = 5_000;

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private DomainOptions domain = new DomainOptions();
  @Mixin private LineOptions line = new LineOptions();
  @Mixin private PipelineOptions pipeline = new PipelineOptions();
  @Mixin private BatchOptions batches = new BatchOptions();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "main",
      description =
          "The link's name, which no other link from this cluster or to the same target has"
              + " (default: ${DEFAULT-VALUE}).")
  private String name = "main";

  @Option(
      names = "--to",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Where the receiver listens.")
  private String to = "";

  @Option(
      names = "--topics",
      paramLabel = "NAME",
      split = "\\s*,\\s*",
      splitSynopsisLabel = ",",
      description = "The topics to copy; repeatable, or with commas (default: the mirror topic).")
  private List<String> topics = new ArrayList<>();

  @Option(
      names = "--copy-anew-if-trimmed",
      description =
          "When the source was trimmed past the link's position, delete the copied topics at the"
              + " target and copy what the source has; by default the link stops.")
  private boolean copyAnew;

  @Mixin private EdgeOptions edge = new EdgeOptions();

  /** What is reported, as JSON. */
  private record Report(SenderStatus status) {}

  @Override
  public Integer call() throws InterruptedException {
    SenderConfig config = config();
    Catalogue catalogue = domain.catalogue();
    cluster.admin().close();
    try (StopSignal stop = StopSignal.listen();
        LinkSender sender = LinkSender.start(config);
        LinkSamples samples =
            new LinkSamples(config, sender, cluster.topics().monitor(), catalogue);
        SenderEdge http = serve(config, sender)) {
      samples.start();
      if (http != null) {
        common.output().note("status " + http.url());
      }
      long nextNs = System.nanoTime();
      while (!stop.await(LOOK_MS)) {
        SenderStatus status = sender.status();
        if (status.state() == SenderStatus.State.STOPPED) {
          throw new Failure("the link stopped: " + status.detail());
        }
        if (System.nanoTime() - nextNs >= 0) {
          nextNs += LINE_EVERY_MS * 1_000_000;
          common.output().element(new Report(status), () -> text(status));
        }
      }
    }
    return ExitCode.OK;
  }

  private @Nullable SenderEdge serve(SenderConfig config, LinkSender sender) {
    HttpConfig address = edge.address();
    return address == null ? null : SenderEdge.start(address, config, sender);
  }

  private SenderConfig config() {
    URI peer = peer();
    return new SenderConfig(
        name,
        cluster.clientConfig(),
        topics.isEmpty() ? List.of(cluster.topics().mirror()) : topics,
        peer.getHost(),
        peer.getPort(),
        line.tls(),
        line.keys(),
        batches.compressor(),
        batches.policy(),
        batches.rpo(),
        pipeline.shape(),
        pipeline.chooses(),
        SenderConfig.Bounds.standard(),
        copyAnew ? WhenTrimmed.COPY_ANEW : WhenTrimmed.STOP);
  }

  private URI peer() {
    try {
      URI uri = URI.create("link://" + to);
      if (uri.getHost() != null && uri.getPort() > 0) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw ConfigurationException.of("--to", "'" + to + "' is not HOST:PORT");
  }

  private static String text(SenderStatus status) {
    return String.format(
        Locale.ROOT,
        "%s %s  session %d  batch %d  %,d records  interval %.1f ms",
        status.state().name().toLowerCase(Locale.ROOT),
        status.detail(),
        status.epoch(),
        status.batch(),
        status.records(),
        status.intervalNs() / 1e6);
  }
}
