package io.windsock.testbed.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.testbed.calls.PlannedAction.Kind;
import io.windsock.testbed.calls.tally.CallsResult.ActionReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlannedActionTest {
  @Test
  void shouldParseActions() {
    assertThat(PlannedAction.parse("10s=kill:4711"))
        .isEqualTo(new PlannedAction(10_000, Kind.kill, "4711"));
    assertThat(PlannedAction.parse("1.5m=run:echo a=b:c; true"))
        .isEqualTo(new PlannedAction(90_000, Kind.run, "echo a=b:c; true"));
    assertThat(PlannedAction.parse("250ms=stop: 12"))
        .isEqualTo(new PlannedAction(250, Kind.stop, "12"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "10s", "10=kill:1", "10s=kill", "10s=kill:", "10s=kill:0", "10s=kill:1", "10s=kill:-5",
        "10s=kill:x", "10s=halt:12", "-1s=kill:12", "10h=kill:12", "10s=run:"
      })
  void shouldRefuseOthers(String text) {
    assertThatThrownBy(() -> PlannedAction.parse(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void shouldNotActOnThisProcess() {
    String text = "1s=kill:" + ProcessHandle.current().pid();
    assertThatThrownBy(() -> PlannedAction.parse(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("not of this one");
  }

  @Test
  void shouldSignalAndRun(@TempDir Path folder) throws IOException {
    Process server = new ProcessBuilder("sleep", "100").start();
    Path made = folder.resolve("made");
    List<PlannedAction> planned =
        List.of(
            PlannedAction.parse("0ms=stop:" + server.pid()),
            PlannedAction.parse("50ms=kill:" + server.pid()),
            PlannedAction.parse("0ms=run:touch " + made),
            PlannedAction.parse("60ms=run:sleep 1000 & sleep 1000"),
            PlannedAction.parse("70ms=term:2147483647"));
    List<ProcessHandle> left;
    try (Actions actions = Actions.start(planned, System.nanoTime())) {
      Awaitility.await().until(() -> actions.reports().size() == 5);
      Awaitility.await().until(() -> !server.isAlive() && Files.exists(made));
      Awaitility.await().until(() -> sleeping().size() == 2);
      left = sleeping();
      assertThat(actions.reports())
          .extracting(ActionReport::detail)
          .contains("done", "failed: there is no process 2147483647");
    }
    Awaitility.await()
        .atMost(10, TimeUnit.SECONDS)
        .until(() -> left.stream().noneMatch(ProcessHandle::isAlive));
  }

  private static List<ProcessHandle> sleeping() {
    return ProcessHandle.current()
        .descendants()
        .filter(child -> child.info().commandLine().orElse("").contains("sleep 1000"))
        .filter(child -> child.info().command().orElse("").contains("sleep"))
        .toList();
  }
}
