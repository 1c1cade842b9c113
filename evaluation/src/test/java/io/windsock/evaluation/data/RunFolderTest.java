package io.windsock.evaluation.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  private final RunFolder run;

  RunFolderTest(@TempDir Path folder) {
    this.run = new RunFolder(folder.resolve("run"));
  }

  @Test
  void shouldListTheExperimentsThatHoldData() throws IOException {
    assertThat(run.experiments()).isEmpty();
    ExperimentFolder views = run.experiment("views");
    ExperimentFolder adapt = run.experiment("adapt-9");
    run.experiment("empty");
    RowFile.create(views.rows()).close();
    RowFile.create(adapt.lines()).close();

    assertThat(run.experiments()).containsExactly(adapt, views);
    assertThat(run.experiments().get(0).name()).isEqualTo("adapt-9");
  }

  @Test
  void shouldRefuseAFolderThatHoldsData() throws IOException {
    ExperimentFolder views = run.experiment("views");
    assertThat(run.experiment("views")).isEqualTo(views);
    for (Path file : List.of(views.rows(), views.lines(), views.about())) {
      Files.createFile(file);
      assertThatThrownBy(() -> run.experiment("views"))
          .isInstanceOf(Failure.class)
          .hasMessageContainingAll(views.path().toString(), "holds data");
      Files.delete(file);
    }
  }

  @Test
  void shouldRejectNamesThatLeaveTheFolder() {
    for (String name : List.of("", "..", "a/b", "A", "-a", "a b")) {
      assertThatIllegalArgumentException().isThrownBy(() -> run.experiment(name));
    }
  }
}
