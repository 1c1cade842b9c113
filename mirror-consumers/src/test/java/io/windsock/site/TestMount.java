package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Mounts that a test makes, which needs Linux and root; without them the test is skipped. */
final class TestMount implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;

  private final List<Path> mounted = new ArrayList<>();

  /** Mounts a disk of this size, in memory. */
  void disk(Path at, int mebibytes) throws IOException {
    mount(at, "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "windsock-test");
  }

  /**
   * Makes a directory read-only for whoever opens a file in it from now on, root included. It is
   * made so elsewhere and then mounted, as nothing that is being written can be made read-only.
   */
  void readOnly(Path directory) throws IOException {
    Path elsewhere = Files.createTempDirectory("windsock-mount");
    mount(elsewhere, "--bind", directory.toString());
    assertThat(run(List.of("mount", "-o", "remount,ro,bind", elsewhere.toString()))).isTrue();
    mount(directory, "--bind", elsewhere.toString());
    mounted.remove(elsewhere);
    assertThat(run(List.of("umount", elsewhere.toString()))).isTrue();
    Files.delete(elsewhere);
  }

  private void mount(Path at, String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of("mount"));
    Collections.addAll(command, options);
    command.add(at.toString());
    Assumptions.assumeTrue(run(command), "mounting needs Linux and root");
    mounted.add(at);
  }

  private static boolean run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    return process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join().exitValue() == 0;
  }

  /** Undoes the newest mount. */
  void undo() throws IOException {
    Path at = mounted.remove(mounted.size() - 1);
    // Lazily: a file that is still open must not keep the mount there for the next test.
    assertThat(run(List.of("umount", "-l", at.toString()))).isTrue();
  }

  @Override
  public void close() throws IOException {
    while (!mounted.isEmpty()) {
      undo();
    }
  }
}
