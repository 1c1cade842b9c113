package io.windsock.evaluation.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A folder for one measurement; closing it deletes it with its content. */
public record WorkFolder(Path path) implements AutoCloseable {
  /** Processes that were killed a moment ago may still rename and create files: 5 s in all. */
  private static final int MAX_ATTEMPTS = 100;

  private static final long RETRY_MS = 50;

  /** Creates a folder among the system's temporary files. */
  public static WorkFolder create() throws IOException {
    return new WorkFolder(Files.createTempDirectory("windsock-bench"));
  }

  @Override
  public void close() throws IOException {
    for (int attempt = 1; Files.exists(path); attempt++) {
      try {
        delete();
      } catch (IOException | UncheckedIOException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RETRY_MS));
      }
    }
  }

  private void delete() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
