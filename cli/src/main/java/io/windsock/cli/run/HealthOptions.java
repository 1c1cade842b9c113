package io.windsock.cli.run;

import io.windsock.cli.option.PortConverter;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.http.endpoint.HealthServer;
import io.windsock.platform.telemetry.Metrics;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the health and metrics endpoint of a role that serves no clients. */
public final class HealthOptions {
  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "With --port: the address to serve on (default: ${DEFAULT-VALUE}).")
  private String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "N",
      converter = PortConverter.class,
      description =
          "Serve /health/live, /health/ready and /metrics on this port, 0 for any free one"
              + " (default: not served).")
  private @Nullable Integer port;

  @Mixin private AllowHostOption names = new AllowHostOption();

  /** Starts the endpoint if one is requested; returns null otherwise. */
  public @Nullable HealthServer serve(
      Metrics metrics, String role, String name, Supplier<HealthServer.Readiness> readiness) {
    return port == null
        ? null
        : HealthServer.start(
            HttpConfig.at(host, port, names.names()), metrics, role, name, readiness);
  }
}
