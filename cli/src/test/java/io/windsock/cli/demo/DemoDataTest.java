package io.windsock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoDataTest {
  @Test
  void shouldNotDeleteWhatARunningDemoUses(@TempDir Path folder) throws Exception {
    try (DemoData data = DemoData.open(folder, false)) {
      Path kept = Files.writeString(data.book(), "{}");

      assertThatThrownBy(() -> DemoData.open(folder, true))
          .isInstanceOf(Failure.class)
          .hasMessageContaining("'" + folder + "' is in use by another demo")
          .hasMessageContaining("name another folder");
      assertThat(kept).exists();
    }
  }

  @Test
  void shouldDeleteItsOwnAndNothingElseWhenFresh(@TempDir Path folder) throws Exception {
    Path other = Files.writeString(folder.resolve("mine.txt"), "x");
    Path own = Files.writeString(folder.resolve("replayed.json"), "{}");

    DemoData.open(folder, true).close();
    DemoData.open(folder, false).close();

    assertThat(other).exists();
    assertThat(own).doesNotExist();
  }
}
