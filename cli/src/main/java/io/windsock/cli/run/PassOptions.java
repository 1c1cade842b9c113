package io.windsock.cli.run;

import io.windsock.gateway.http.pass.PassBounds;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The bounds of requests that a gateway passes through to sites. */
final class PassOptions {
  @Option(
      names = "--pass-requests",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "Requests for views, states, update streams and pages that are passed through to sites at"
              + " once, streams included; more are refused (503) (default: ${DEFAULT-VALUE}).")
  private int requests;

  @Option(
      names = "--pass-asking",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "Requests that may wait for the beginning of a site's answer at once, so that reconnecting"
              + " displays leave time for calls; others wait for their turn (default:"
              + " ${DEFAULT-VALUE}).")
  private int asking;

  @Option(
      names = "--pass-wait-ms",
      paramLabel = "MS",
      defaultValue = "30000",
      description =
          "How long a request waits for its turn before it is refused (503) (default:"
              + " ${DEFAULT-VALUE}).")
  private int waitMs;

  PassBounds bounds() {
    return PassBounds.standard().withRequests(requests, asking, Duration.ofMillis(waitMs));
  }
}
