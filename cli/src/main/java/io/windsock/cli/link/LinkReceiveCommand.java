package io.windsock.cli.link;

import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.PortConverter;
import io.windsock.cli.option.StopSignal;
import io.windsock.link.edge.ReceiverEdge;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.receive.ReceiverConfig;
import io.windsock.platform.http.HttpConfig;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the receiver of links. */
@Command(
    name = "receive",
    description = {
      "Receive topics from another cluster and write them to this one, until Ctrl-C.",
      "Each batch is committed together with its source offsets. Several links may have the same"
          + " receiver."
    },
    footer = {
      "  windsock link receive -b backup:9092 --host 0.0.0.0 --credentials credentials/backup.example",
      "  windsock link receive -b backup:9092 --host 0.0.0.0 --keys keys --certificate r.pem \\",
      "      --private-key r.key --authority ca.pem",
      "  windsock link receive -b 127.0.0.1:9192 --keys keys --clear-text",
    })
public final class LinkReceiveCommand implements Callable<Integer> {
  private static final long LOOK_MS = 500;

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private LineOptions line = new LineOptions();
  @Mixin private PipelineOptions pipeline = new PipelineOptions();

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address to listen at (default: ${DEFAULT-VALUE}).")
  private String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "N",
      converter = PortConverter.class,
      defaultValue = "9600",
      description = "Port to listen at; 0 for any free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Mixin private EdgeOptions edge = new EdgeOptions();

  private record Ready(String host, int port, @Nullable String url) {}

  @Override
  public Integer call() throws InterruptedException {
    ReceiverConfig config =
        new ReceiverConfig(
            cluster.clientConfig(),
            host,
            port,
            line.tls(),
            line.keys(),
            pipeline.shape(),
            pipeline.chooses());
    cluster.admin().close();
    try (StopSignal stop = StopSignal.listen();
        LinkReceiver receiver = LinkReceiver.start(config);
        ReceiverEdge http = serve(receiver)) {
      Ready ready = new Ready(host, receiver.port(), http == null ? null : http.url());
      common.output().element(ready, () -> text(ready));
      while (!stop.await(LOOK_MS)) {
        // The receiver works on threads of its own.
      }
    }
    return ExitCode.OK;
  }

  private @Nullable ReceiverEdge serve(LinkReceiver receiver) {
    HttpConfig address = edge.address();
    return address == null ? null : ReceiverEdge.start(address, receiver);
  }

  private static String text(Ready ready) {
    String url = ready.url() == null ? "" : "  status " + ready.url();
    return "ready " + ready.host() + ":" + ready.port() + url;
  }
}
