package io.windsock.evaluation.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.Failure;
import io.windsock.testbed.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimTest {
  private final Path groups;

  ClaimTest(@TempDir Path groups) {
    this.groups = groups;
  }

  private Path group(long pid) {
    return groups.resolve("windsock-" + pid + "-claim");
  }

  @Test
  void shouldTellOthersUntilItIsClosed() {
    Path own = group(ProcessHandle.current().pid());
    try (Claim claim = Claim.in(List.of(groups))) {
      assertThat(claim).isNotNull();
      assertThat(own).isEmptyDirectory();
    }
    assertThat(own).doesNotExist();
  }

  @Test
  void shouldBeRefusedWhileAnotherProcessHasOne() throws IOException {
    try (ChildProcess other = ChildProcess.start(NodeIT.Busy.class, List.of(), List.of())) {
      other.await("ready");
      Files.createDirectory(group(other.pid()));

      assertThatThrownBy(() -> Claim.in(List.of(groups)))
          .isInstanceOf(Failure.class)
          .hasMessageContaining("another experiment runs (process " + other.pid() + ")");

      assertThat(group(ProcessHandle.current().pid())).doesNotExist();
    }
    Claim.in(List.of(groups)).close(); // that process has ended
  }

  @Test
  void shouldBeGrantedWhereThereAreNoControlGroups() {
    Claim.in(List.of(groups.resolve("none"))).close();

    assertThat(groups).isEmptyDirectory();
  }
}
