package io.windsock.embedded;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an embedded broker. Immutable.
 *
 * @param dataDir where records are kept across restarts; null: a temporary folder, deleted on close
 * @param port the port on 127.0.0.1 that clients use; 0: any free one
 * @param properties Kafka broker properties that override the defaults
 */
public record Options(@Nullable Path dataDir, int port, Map<String, String> properties) {
  private static final int MAX_PORT = 65_535;

  /** Checks the port. */
  public Options {
    if (port < 0 || port > MAX_PORT) {
      throw new BrokerStartException("port " + port + ": choose one from 1 to 65535, or 0 for any");
    }
    properties = Map.copyOf(properties);
  }

  /** Returns options for a free port and a temporary folder. */
  public static Options temporary() {
    return new Options(null, 0, Map.of());
  }

  /** Returns options for a free port, with records kept in {@code dataDir}. */
  public static Options at(Path dataDir) {
    return new Options(dataDir, 0, Map.of());
  }

  /** Returns these options with another port. */
  public Options withPort(int newPort) {
    return new Options(dataDir, newPort, properties);
  }

  /** Returns these options with one more Kafka broker property. */
  public Options withProperty(String name, String value) {
    Map<String, String> more = new HashMap<>(properties);
    more.put(name, value);
    return new Options(dataDir, port, more);
  }
}
