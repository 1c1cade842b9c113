package io.windsock.platform.http;

import io.windsock.contracts.config.ConfigCheck;
import java.util.List;

/**
 * The address of an HTTP server and the bounds of its connections. Immutable; validated on
 * construction.
 *
 * @param host address to listen on
 * @param port port to listen on; 0 for any free port
 * @param allowedHosts names that clients may use, in addition to those that {@link Hosts} knows
 * @param connections bounds of connections and requests
 */
public record HttpConfig(
    String host, int port, List<String> allowedHosts, ConnectionBounds connections) {
  /** The rule for names in {@code allowedHosts}, for messages. */
  public static final String HOST_NAME =
      "a host name without scheme and port, such as windsock.example";

  private static final int MAX_PORT = 65_535;

  /** Validates the configuration and reports every fault. */
  public HttpConfig {
    allowedHosts = List.copyOf(allowedHosts);
    ConfigCheck check = new ConfigCheck("http");
    check(check, host, port, allowedHosts, connections);
    check.done();
  }

  /** Returns a configuration with the default bounds. */
  public static HttpConfig at(String host, int port) {
    return at(host, port, List.of());
  }

  /** Returns a configuration with the default bounds and further names that clients may use. */
  public static HttpConfig at(String host, int port, List<String> allowedHosts) {
    return new HttpConfig(host, port, allowedHosts, ConnectionBounds.standard());
  }

  /** Adds the faults of these values, for callers that validate more. */
  public static void check(
      ConfigCheck check,
      String host,
      int port,
      List<String> allowedHosts,
      ConnectionBounds connections) {
    check.holds(!host.isBlank(), "host", host, "an address, such as 127.0.0.1");
    check.range("port", port, 0, MAX_PORT);
    for (String name : allowedHosts) {
      check.holds(Hosts.isName(name), "allowedHosts", name, HOST_NAME);
    }
    connections.check(check);
  }
}
