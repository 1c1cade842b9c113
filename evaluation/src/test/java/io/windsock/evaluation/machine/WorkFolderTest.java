package io.windsock.evaluation.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void shouldBeClosedTwice() throws Exception {
    WorkFolder folder = WorkFolder.create();
    folder.close();
    folder.close();

    assertThat(folder.path()).doesNotExist();
  }
}
