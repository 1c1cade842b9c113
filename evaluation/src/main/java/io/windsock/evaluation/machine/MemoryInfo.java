package io.windsock.evaluation.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The kernel's account of memory. */
final class MemoryInfo implements MemoryFill.FreeMemory {
  private static final Path FILE = Path.of("/proc/meminfo");
  private static final long BYTES_PER_KB = 1024;

  private static long bytes(String field) {
    try {
      for (String line : Files.readAllLines(FILE)) {
        if (line.startsWith(field + ":")) {
          return Long.parseLong(line.replaceAll("\\D", "")) * BYTES_PER_KB;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException(FILE + " has no " + field);
  }

  @Override
  public long total() {
    return bytes("MemTotal");
  }

  @Override
  public long free() {
    return bytes("MemFree");
  }
}
