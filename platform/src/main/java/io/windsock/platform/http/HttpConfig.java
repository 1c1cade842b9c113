package io.windsock.platform.http;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.time.Duration;
import java.util.ArrayList;
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
    List<Fault> faults = new ArrayList<>();
    check(faults, host, port, allowedHosts, connections);
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
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
      List<Fault> faults,
      String host,
      int port,
      List<String> allowedHosts,
      ConnectionBounds connections) {
    check(faults, !host.isBlank(), "host", host, "name an address, such as 127.0.0.1");
    check(faults, port >= 0 && port <= MAX_PORT, "port", port, "0 to " + MAX_PORT);
    for (String name : allowedHosts) {
      check(faults, Hosts.isName(name), "allowedHosts", name, HOST_NAME);
    }
    connections.check(faults);
  }

  /** Adds a fault of {@code http.<name>} unless it {@code holds}. */
  public static void check(
      List<Fault> faults, boolean holds, String name, Object value, String remedy) {
    if (!holds) {
      faults.add(new Fault("http." + name, "is " + value + "; it must be " + remedy));
    }
  }

  /** Adds a fault of {@code http.<name>} unless it is greater than 0. */
  public static void positive(List<Fault> faults, String name, long value) {
    check(faults, value > 0, name, value, "greater than 0");
  }

  /** Adds a fault of {@code http.<name>} unless it is at least a millisecond. */
  public static void positive(List<Fault> faults, String name, Duration value) {
    check(faults, value.toMillis() > 0, name, value, "at least a millisecond");
  }
}
