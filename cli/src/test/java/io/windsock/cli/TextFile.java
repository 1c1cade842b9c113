package io.windsock.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads what a demo has said. */
final class TextFile {
  private TextFile() {}

  /** Returns the lines that contain a text. */
  static List<String> lines(Path file, String text) throws IOException {
    return Files.readAllLines(file).stream().filter(line -> line.contains(text)).toList();
  }
}
