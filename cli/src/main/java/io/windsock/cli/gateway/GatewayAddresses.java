package io.windsock.cli.gateway;

import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteKind;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that selects the gateways to ask. */
public final class GatewayAddresses {
  /** A gateway's default port. */
  public static final int PORT = 8070;

  private static final int MAX_BYTES = 1 << 20;
  private static final RemoteKind KIND =
      new RemoteKind(
          "gateway",
          "http://127.0.0.1:" + PORT,
          "start it, or name another",
          Duration.ofSeconds(30),
          MAX_BYTES);

  @Option(
      names = {"-g", "--gateway"},
      paramLabel = "URL",
      split = ",",
      defaultValue = "http://127.0.0.1:" + PORT,
      description = "A gateway; several separated by commas (default: ${DEFAULT-VALUE}).")
  private List<String> urls = List.of("http://127.0.0.1:" + PORT);

  /** Returns a client for each gateway. */
  List<Remote> clients() {
    return urls.stream().map(GatewayAddresses::at).toList();
  }

  /** Returns a client for the gateway at a URL given by the user. */
  public static Remote at(String url) {
    return new Remote(KIND, url.strip());
  }
}
