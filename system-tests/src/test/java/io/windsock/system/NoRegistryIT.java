package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.embedded.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program says that finds no schema registry where one was named. */
class NoRegistryIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Test
  void shouldSayInOneLineThatNoRegistryAnswers(@TempDir Path folder) throws Exception {
    String url = "http://127.0.0.1:" + FreePort.any() + "/apis/ccompat/v7";
    Path log = folder.resolve("log");
    String data = folder.resolve("data").toString();
    try (WindsockProcess process =
        new WindsockProcess(log, "topology", "--schema-registry", url, "--data", data)) {
      assertThat(process.exitCode(PATIENCE)).isEqualTo(1);
    }
    String waiting = "waiting for the schema registry at " + url + ": can't connect";
    List<String> lines = Files.readAllLines(log);
    assertThat(lines).contains(waiting);
    assertThat(lines)
        .filteredOn(line -> line.startsWith("windsock"))
        .containsExactly(
            "windsock topology: no schema registry answers at "
                + url
                + " within 60 s (can't connect): start it, or name another with --schema-registry");
  }
}
