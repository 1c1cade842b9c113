package io.windsock.cli.run;

import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.PortConverter;
import io.windsock.cli.option.StopSignal;
import io.windsock.contracts.config.Failure;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a Kafka broker on this machine. */
@Command(
    name = "broker",
    description = "Run a single Kafka broker on 127.0.0.1, until Ctrl-C.",
    footer = {
      "  windsock broker                            data in ./.windsock/broker, port 9092",
      "  windsock broker --data /tmp/k --port 0     any free port; the first line names it"
    })
public final class BrokerCommand implements Callable<Integer> {
  private static final long CHECK_MS = 1_000;

  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = ".windsock/broker",
      description = "Where records are kept (default: ${DEFAULT-VALUE}).")
  private Path data = Path.of(".windsock/broker");

  @Option(
      names = "--port",
      paramLabel = "N",
      converter = PortConverter.class,
      defaultValue = "9092",
      description = "Port on 127.0.0.1; 0 for any free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--kafka",
      paramLabel = "NAME=VALUE",
      description = "A Kafka broker property. May be repeated.")
  private Map<String, String> properties = new LinkedHashMap<>();

  private record Ready(String bootstrapServers, String clusterId, String data) {}

  @Override
  public Integer call() throws InterruptedException {
    try (StopSignal stop = StopSignal.listen();
        EmbeddedBroker broker = EmbeddedBroker.start(new Options(data, port, properties))) {
      Ready ready =
          new Ready(broker.bootstrapServers(), broker.clusterId(), broker.dataDir().toString());
      common
          .output()
          .element(
              ready,
              () -> "ready " + ready.bootstrapServers() + "  (data in " + ready.data() + ")");
      while (!stop.await(CHECK_MS)) {
        failIfBroken(broker.fault().orElse(null));
      }
    }
    return ExitCode.OK;
  }

  private static void failIfBroken(@Nullable Throwable fault) {
    if (fault != null) {
      throw new Failure("the broker failed: " + fault.getMessage(), fault);
    }
  }
}
