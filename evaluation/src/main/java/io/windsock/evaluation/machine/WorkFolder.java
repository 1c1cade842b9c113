package io.windsock.evaluation.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder for one measurement; closing it deletes it with its content, and so does the end of the
 * program. One that a killed program left is deleted when the next one is created. One thread owns
 * it.
 */
public final class WorkFolder implements AutoCloseable {
  private static final String PREFIX = "windsock-bench-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-.*");

  /** Processes that were killed a moment ago may still rename and create files: 5 s in all. */
  private static final int MAX_ATTEMPTS = 100;

  private static final long RETRY_MS = 50;

  private final Path path;
  private final AtExit abort;

  private WorkFolder(Path path) {
    this.path = path;
    abort = AtExit.run("work-folder-abort", this::abort);
  }

  /** Creates a folder among the system's temporary files. */
  public static WorkFolder create() throws IOException {
    deleteOrphans();
    String prefix = PREFIX + Owner.current().pid() + "-";
    Path path = Files.createTempDirectory(prefix);
    try {
      return new WorkFolder(path);
    } catch (IllegalStateException e) { // the program is stopping
      delete(path);
      throw e;
    }
  }

  /** Returns the folder in which they are created. */
  public static Path parent() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  /** Returns the folder. */
  public Path path() {
    return path;
  }

  /** Deletes the folders of programs that were killed: a disk might become full of them. */
  private static void deleteOrphans() throws IOException {
    List<Path> orphans;
    try (Stream<Path> files = Files.list(parent())) {
      orphans = files.filter(WorkFolder::isOrphan).toList();
    }
    for (Path orphan : orphans) {
      try {
        delete(orphan);
      } catch (IOException | UncheckedIOException e) {
        // It is another user's, or another experiment deletes it, too.
      }
    }
  }

  private static boolean isOrphan(Path folder) {
    Matcher name = NAME.matcher(folder.getFileName().toString());
    return name.matches() && !new Owner(Long.parseLong(name.group(1))).lives();
  }

  @Override
  public void close() throws IOException {
    var unused = abort.cancel();
    deleteWhileOthersWrite();
  }

  private void abort() {
    try {
      deleteWhileOthersWrite();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void deleteWhileOthersWrite() throws IOException {
    for (int attempt = 1; Files.exists(path); attempt++) {
      try {
        delete(path);
      } catch (IOException | UncheckedIOException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RETRY_MS));
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
