package io.windsock.testbed.calls;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.config.ConfigurationException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is recorded of a load besides its calls.
 *
 * @param gateways the HTTP URLs of gateways whose counts are read
 * @param histograms the file for the latencies of each second; null: none is written
 */
public record Recording(List<String> gateways, @Nullable Path histograms) {
  /** Nothing more. */
  public static final Recording NONE = new Recording(List.of(), null);

  /**
   * Checks the URLs.
   *
   * @throws ConfigurationException with every fault
   */
  public Recording {
    gateways = List.copyOf(gateways);
    ConfigCheck check = new ConfigCheck("calls");
    gateways.forEach(gateway -> check.http("status", gateway));
    check.done();
  }
}
