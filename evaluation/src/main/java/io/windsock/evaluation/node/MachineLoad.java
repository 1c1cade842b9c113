package io.windsock.evaluation.node;

import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Processor time of the whole machine since it booted, in the kernel's ticks.
 *
 * @param total all of it
 * @param idle unused
 * @param stolen taken by other virtual machines of the host
 */
public record MachineLoad(long total, long idle, long stolen) {
  private static final Path STAT = Path.of("/proc/stat");
  private static final int IDLE = 3;
  private static final int WAITING = 4;
  private static final int STOLEN = 7;

  /** Returns the load until now. */
  public static MachineLoad now() {
    try {
      return parse(Files.readAllLines(STAT, StandardCharsets.US_ASCII).get(0));
    } catch (IOException e) {
      throw new Failure("can't read " + STAT + " (" + e + "): run experiments on Linux");
    }
  }

  /** Parses the first line of /proc/stat; guest time is contained in user time. */
  static MachineLoad parse(String line) {
    long[] ticks =
        Arrays.stream(line.split("\\s+"))
            .skip(1)
            .limit(STOLEN + 1)
            .mapToLong(Long::parseLong)
            .toArray();
    return new MachineLoad(Arrays.stream(ticks).sum(), ticks[IDLE] + ticks[WAITING], ticks[STOLEN]);
  }

  /** Returns the load since {@code earlier}. */
  public MachineLoad since(MachineLoad earlier) {
    return new MachineLoad(total - earlier.total, idle - earlier.idle, stolen - earlier.stolen);
  }

  /** Returns the share that other virtual machines took, 0 to 1. */
  public double stolenShare() {
    return share(stolen);
  }

  /** Returns the unused share, 0 to 1. */
  public double idleShare() {
    return share(idle);
  }

  private double share(long ticks) {
    return total == 0 ? 0 : (double) ticks / total;
  }
}
