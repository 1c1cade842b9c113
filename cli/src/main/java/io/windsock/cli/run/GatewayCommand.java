package io.windsock.cli.run;

import io.windsock.cli.gateway.GatewayDrainCommand;
import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.DomainOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.PortConverter;
import io.windsock.cli.option.StopSignal;
import io.windsock.contracts.config.Failure;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.run.Gateway;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a gateway alone. */
@Command(
    name = "gateway",
    subcommands = GatewayDrainCommand.class,
    description = {
      "Run a gateway: relays calls to sites so that they are answered in time while sites fail, until"
          + " Ctrl-C.",
      "Several may run, each with a name of its own; a requester asks two of them the same and takes"
          + " the first answer."
    },
    footer = {
      "  windsock gateway                                 broker on 127.0.0.1:9092; finds the mirrors",
      "  windsock gateway --name gateway-2 --port 8071 --link-port 9071    a second one",
      "  windsock gateway --routing uniform --early-percent 5",
      "  windsock gateway -b kafka:9092 --host 0.0.0.0 --advertised-url http://g1.example:8070"
    })
public final class GatewayCommand implements Callable<Integer> {
  private static final long CHECK_MS = 500;
  private static final long LOOK_MS = 50;
  private static final long LINE_EVERY_MS = 5_000;

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private DomainOptions domain = new DomainOptions();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "gateway-1",
      description = "Its name, which no other gateway and no site has (default: ${DEFAULT-VALUE}).")
  private String name = "gateway-1";

  @Option(
      names = "--port",
      paramLabel = "N",
      converter = PortConverter.class,
      defaultValue = "8070",
      description = "Port of HTTP; 0 for any free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--link-port",
      paramLabel = "N",
      converter = PortConverter.class,
      defaultValue = "9070",
      description =
          "Port at --host on which requesters and other gateways connect; 0 for any free one, which"
              + " the gateway's samples name (default: ${DEFAULT-VALUE}).")
  private int linkPort;

  @Mixin private ServingOptions serving = new ServingOptions();

  @Mixin private PeerOption peers = new PeerOption();

  @Mixin private GatewayOptions relaying = new GatewayOptions();

  private record Ready(String name, String url, String linkUrl, int sites, int gateways) {}

  @Override
  public Integer call() throws InterruptedException {
    GatewayConfig config = config();
    cluster.admin().close();
    try (StopSignal stop = StopSignal.listen();
        Gateway gateway = Gateway.start(config)) {
      if (!awaitSites(gateway, stop)) {
        return ExitCode.OK;
      }
      report(gateway);
      while (!stop.await(CHECK_MS)) {
        failIfStopped(gateway);
      }
    }
    return ExitCode.OK;
  }

  private GatewayConfig config() {
    return relaying
        .applyTo(
            GatewayConfig.builder(name, cluster.bootstrapServers(), domain.catalogue())
                .topics(cluster.topics())
                .kafka(cluster.properties())
                .http(serving.host(), port)
                .linkPort(linkPort)
                .allowedHosts(serving.allowedHosts())
                .advertisedUrl(serving.advertisedUrl())
                .peers(peers.urls()))
        .build();
  }

  private boolean awaitSites(Gateway gateway, StopSignal stop) throws InterruptedException {
    PrintWriter err = common.err();
    long nextNs = System.nanoTime() + LINE_EVERY_MS * 1_000_000;
    while (!gateway.status().ready()) {
      failIfStopped(gateway);
      if (stop.await(LOOK_MS)) {
        return false;
      }
      if (System.nanoTime() - nextNs > 0) {
        nextNs += LINE_EVERY_MS * 1_000_000;
        err.println("waiting: " + gateway.status().detail());
        err.flush();
      }
    }
    return true;
  }

  private void report(Gateway gateway) {
    GatewayStatus now = gateway.status();
    Ready ready =
        new Ready(
            name,
            gateway.url(),
            gateway.linkUrl(),
            now.stats().openSites(),
            now.stats().gateways());
    common
        .output()
        .element(
            ready,
            () ->
                "ready "
                    + ready.name()
                    + "  "
                    + ready.url()
                    + "  links "
                    + ready.linkUrl()
                    + "  sites "
                    + ready.sites());
  }

  private static void failIfStopped(Gateway gateway) {
    if (gateway.stopped()) {
      throw new Failure("the gateway stopped: " + gateway.status().detail());
    }
  }
}
