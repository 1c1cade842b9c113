package io.windsock.system.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.system.Repository;
import io.windsock.system.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which site a container is, of those that share a volume; with a java that tells it and waits. */
class EntrypointTest {
  private static final String JAVA =
      """
      #!/bin/sh
      echo "${WINDSOCK_NAME:-none} ${WINDSOCK_DATA:-none}" >"$TOLD.part"
      mv "$TOLD.part" "$TOLD"
      exec sleep 300
      """;

  private final List<Process> processes = new ArrayList<>();
  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void makeJava() throws IOException {
    Tool.orSkip("flock", "util-linux");
    Path java = Files.createDirectory(folder.resolve("bin")).resolve("java");
    Files.writeString(java, JAVA);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.createDirectory(folder.resolve("volume"));
  }

  @AfterEach
  void end() throws InterruptedException {
    for (Process process : processes) {
      kill(process);
    }
  }

  /** Runs it; answers what it told to the command that it ran. */
  private String told(String command) throws IOException {
    Path told = folder.resolve("told-" + processes.size());
    ProcessBuilder builder =
        new ProcessBuilder(Repository.path("docker/entrypoint").toString(), command)
            .directory(folder.resolve("volume").toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log-" + processes.size()).toFile());
    Map<String, String> environment = builder.environment();
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.put("SITE_SLOTS", "mirror");
    environment.put("TOLD", told.toString());
    Process process = builder.start();
    processes.add(process);
    await().until(() -> Files.exists(told) || !process.isAlive());
    return Files.readString(told).strip();
  }

  private static void kill(Process process) throws InterruptedException {
    assertThat(process.destroyForcibly().waitFor(2, TimeUnit.MINUTES)).isTrue();
  }

  private String site(String name) throws IOException {
    return name + " " + folder.resolve("volume").toRealPath().resolve(name).resolve("site");
  }

  @Test
  void shouldTakeTheFirstSiteThatNoOtherRuns() throws Exception {
    assertThat(told("site")).isEqualTo(site("mirror-1"));
    assertThat(told("site")).isEqualTo(site("mirror-2"));
    assertThat(told("site")).isEqualTo(site("mirror-3"));

    kill(Objects.requireNonNull(processes.get(1)));

    assertThat(told("site")).isEqualTo(site("mirror-2"));
    assertThat(told("site")).isEqualTo(site("mirror-4"));
  }

  @Test
  void shouldSayInOneLineThatALockCannotBeHad() throws Exception {
    Path flock = folder.resolve("bin/flock");
    Files.writeString(flock, "#!/bin/sh\nexit 71\n");
    assertThat(flock.toFile().setExecutable(true)).isTrue();

    assertThatThrownBy(() -> told("site")).isInstanceOf(NoSuchFileException.class);

    assertThat(Files.readString(folder.resolve("log-0")))
        .startsWith("site: ")
        .contains("mirror-1/in-use can't be locked")
        .hasLineCount(1);
  }

  @Test
  void shouldTakeNoneForAnotherCommand() throws Exception {
    assertThat(told("topics")).isEqualTo("none none");
    assertThat(folder.resolve("volume")).isEmptyDirectory();
  }
}
