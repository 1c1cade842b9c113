package io.windsock.site.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DataDirLockTest {
  private final Path dir;

  DataDirLockTest(@TempDir Path dir) {
    this.dir = dir;
  }

  private DataDirException.Kind refusal() {
    return catchThrowableOfType(DataDirException.class, () -> DataDirLock.acquire(dir)).kind();
  }

  @Test
  void shouldAllowOneAtATime() {
    DataDirLock lock = DataDirLock.acquire(dir);
    assertThat(refusal()).isEqualTo(DataDirException.Kind.HELD);
    lock.close();
    DataDirLock.acquire(dir).close();
  }

  /** A full disk fails the write of the process id, after the file was locked. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldReleaseWhatItCouldNotWrite() throws Exception {
    Files.createSymbolicLink(dir.resolve("site.lock"), Path.of("/dev/full"));

    assertThat(refusal()).isEqualTo(DataDirException.Kind.DISK);
    assertThat(refusal()).as("not held by this process").isEqualTo(DataDirException.Kind.DISK);
  }
}
