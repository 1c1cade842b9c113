package io.windsock.evaluation.lab;

import java.nio.file.Path;
import java.util.List;

/**
 * The arguments of brokers that delete what was trimmed soon, and a little at a time. By default
 * they look every five minutes: tens of GB would then leave memory and disk at once (decision 84).
 */
public final class BrokerArgs {
  private static final int SEGMENT_BYTES = 64 << 20;

  private BrokerArgs() {}

  /** Returns those of a broker at any free port. */
  public static List<String> of(Path data) {
    return List.of(
        data.toString(),
        "0",
        "log.retention.check.interval.ms=1000",
        "log.segment.delete.delay.ms=0",
        "log.segment.bytes=" + SEGMENT_BYTES);
  }
}
