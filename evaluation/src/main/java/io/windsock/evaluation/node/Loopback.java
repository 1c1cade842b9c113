package io.windsock.evaluation.node;

import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.file.Path;

/** What is sent over this machine's loopback interface, by all processes. */
public final class Loopback {
  private static final Path SENT = Path.of("/sys/class/net/lo/statistics/tx_bytes");

  private Loopback() {}

  /** Returns the bytes that were sent since the machine booted, with the headers of packets. */
  public static long sentBytes() {
    try {
      return KernelFile.number(SENT);
    } catch (IOException e) {
      throw new Failure("can't read " + SENT + " (" + e + "): run experiments on Linux");
    }
  }
}
