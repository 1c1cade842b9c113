package io.windsock.evaluation.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.testbed.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WorkFolderTest {
  /** So many that deleting meets some, and few enough that the folder's patience lasts longer. */
  private static final int FILES = 20_000;

  @Test
  void shouldDeleteWhatAProcessStillWrites() throws Exception {
    WorkFolder folder = WorkFolder.create();
    Path log = Files.createDirectory(folder.path().resolve("log"));
    CountDownLatch writes = new CountDownLatch(FILES / 10);
    Thread process = new Thread(() -> write(log, writes));
    process.start();
    writes.await();

    folder.close();
    process.join();

    assertThat(folder.path()).doesNotExist();
  }

  /** Creates and renames files, as a broker does, until the folder is gone. */
  private static void write(Path log, CountDownLatch writes) {
    try {
      for (int i = 0; i < FILES; i++) {
        Path file = Files.createFile(log.resolve(i + ".index"));
        Files.move(file, log.resolve(i + ".index.deleted"));
        writes.countDown();
      }
    } catch (IOException e) {
      // The folder or the file is gone.
    }
  }

  @Test
  void shouldDeleteWhatAKilledProgramLeft() throws Exception {
    Process killed = new ProcessBuilder("true").start();
    killed.waitFor();
    Path left = Files.createTempDirectory("windsock-bench-" + killed.pid() + "-");
    Files.writeString(left.resolve("log"), "data");
    Path other = Files.createTempDirectory("windsock-bench-" + killed.pid() + "x");
    Path own = Files.createTempDirectory("windsock-bench-" + Owner.current().pid() + "-");

    WorkFolder.create().close();

    assertThat(left).doesNotExist();
    assertThat(other).exists();
    assertThat(own).exists();
    Files.delete(other);
    Files.delete(own);
  }

  /** Ends without closing its folder. */
  static final class Ending {
    private Ending() {}

    public static void main(String[] args) throws IOException {
      WorkFolder folder = WorkFolder.create();
      Files.writeString(folder.path().resolve("log"), "data");
      System.out.println("ready " + folder.path());
      while (System.in.read() >= 0) {
        // Only the end matters.
      }
      System.exit(0);
    }
  }

  @Test
  void shouldBeDeletedAtTheEndOfTheProgram() {
    Path folder;
    try (ChildProcess program = ChildProcess.start(Ending.class, List.of(), List.of())) {
      folder = Path.of(program.await("ready"));
      assertThat(folder.resolve("log")).exists();
      assertThat(folder.getFileName().toString())
          .startsWith("windsock-bench-" + program.pid() + "-");
    }

    assertThat(folder).doesNotExist();
  }

  @Test
  void shouldBeClosedTwice() throws Exception {
    WorkFolder folder = WorkFolder.create();
    folder.close();
    folder.close();

    assertThat(folder.path()).doesNotExist();
  }
}
