package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstanceTest {
  @Test
  void shouldBeTheSameAgainInTheSameFolder(@TempDir Path folder) {
    String id;
    try (Instance instance = Instance.open(folder.resolve("a"))) {
      id = instance.id();
    }
    try (Instance again = Instance.open(folder.resolve("a"));
        Instance other = Instance.open(folder.resolve("b"))) {
      assertThat(again.id()).isEqualTo(id);
      assertThat(other.id()).isNotEqualTo(id);
    }
  }

  @Test
  void shouldRefuseAFolderThatAnotherInstanceRunsOn(@TempDir Path folder) {
    try (Instance instance = Instance.open(folder)) {
      assertThatThrownBy(() -> Instance.open(folder))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("another instance runs on " + folder);
      assertThat(instance.id()).hasSize(36);
    }
  }

  @Test
  void shouldMakeANewIdWhereTheFileIsBroken(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("instance"), "garbage");

    try (Instance instance = Instance.open(folder)) {
      assertThat(instance.id()).hasSize(36);
    }
  }

  @Test
  void shouldNameAFolderThatCanNotBeUsed(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");

    assertThatThrownBy(() -> Instance.open(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("topology.stateDir: can't use " + file);
  }
}
