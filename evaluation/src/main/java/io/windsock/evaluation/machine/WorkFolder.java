package io.windsock.evaluation.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for one measurement; closing it deletes it with its content. */
public record WorkFolder(Path path) implements AutoCloseable {
  /** Creates a folder among the system's temporary files. */
  public static WorkFolder create() throws IOException {
    return new WorkFolder(Files.createTempDirectory("windsock-bench"));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
