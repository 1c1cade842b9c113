package io.windsock.testbed.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.testbed.calls.plan.PlannedAction;
import io.windsock.testbed.calls.tally.CallsResult.ActionReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActionsTest {
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
    Awaitility.await().until(() -> left.stream().noneMatch(ProcessHandle::isAlive));
  }

  private static List<ProcessHandle> sleeping() {
    return ProcessHandle.current()
        .descendants()
        .filter(child -> child.info().commandLine().orElse("").contains("sleep 1000"))
        .filter(child -> child.info().command().orElse("").contains("sleep"))
        .toList();
  }
}
