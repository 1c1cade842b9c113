package io.windsock.cli.link;

import io.windsock.cli.option.PortConverter;
import io.windsock.cli.run.AllowHostOption;
import io.windsock.platform.http.HttpConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the HTTP edge of one side of a link. */
final class EdgeOptions {
  @Option(
      names = "--http-host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "With --http-port: the address to serve on (default: ${DEFAULT-VALUE}).")
  private String host = "127.0.0.1";

  @Option(
      names = "--http-port",
      paramLabel = "N",
      converter = PortConverter.class,
      description =
          "Serve /v1/status, /health and /metrics on this port, 0 for any free one; a sender also"
              + " takes pause and resume there (default: not served).")
  private @Nullable Integer port;

  @Mixin private AllowHostOption names = new AllowHostOption();

  EdgeOptions() {}

  /** Returns the address to serve at; null if nothing is to be served. */
  @Nullable HttpConfig address() {
    return port == null ? null : HttpConfig.at(host, port, names.names());
  }
}
