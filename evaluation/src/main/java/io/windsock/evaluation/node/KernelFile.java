package io.windsock.evaluation.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads and writes the small text files by which the kernel presents processes and control groups.
 */
final class KernelFile {
  private KernelFile() {}

  static void write(Path file, String value) throws IOException {
    Files.writeString(file, value, StandardCharsets.US_ASCII);
  }

  /** Returns the number after {@code name} in a file of lines {@code name number}. */
  static long number(Path file, String name) throws IOException {
    for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
      if (line.startsWith(name + " ")) {
        return Long.parseLong(line.substring(name.length() + 1).strip());
      }
    }
    throw new IOException(file + " has no line '" + name + "'");
  }

  /** Returns the number of a line {@code name: number kB}. */
  static long kilobytes(Path file, String name) throws IOException {
    for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
      if (line.startsWith(name + ":")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IOException(file + " has no line '" + name + "'");
  }

  /** Returns the only number of a file. */
  static long number(Path file) throws IOException {
    return Long.parseLong(Files.readString(file, StandardCharsets.US_ASCII).strip());
  }
}
