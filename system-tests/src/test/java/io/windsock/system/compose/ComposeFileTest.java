package io.windsock.system.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a compose file is read. */
class ComposeFileTest {
  @Test
  void shouldReplaceVariables(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("compose.yaml");
    Files.writeString(
        file, "services: {a: {image: \"${A:-x}/${B}\", command: [\"$$C\", \"${D:-}\"]}}");

    ComposeService read =
        ComposeFile.read(file.toString(), Map.of("B", "y", "D", "z")).service("a");

    assertThat(read.image()).isEqualTo("x/y");
    assertThat(read.command()).containsExactly("$C", "z");
  }

  @Test
  void shouldWantAValueForEachVariable(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("compose.yaml");
    Files.writeString(file, "services: {a: {image: \"${A}\"}}");

    assertThatThrownBy(() -> ComposeFile.read(file.toString(), Map.of()))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessageContaining("${A}");
  }

  @Test
  void shouldMergeAnchors(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("compose.yaml");
    Files.writeString(
        file,
        """
        x-all: &all {image: i, environment: &variables {A: 1, B: 2}}
        services:
          a: {<<: *all, environment: {<<: *variables, B: 3}}
        """);

    ComposeService read = ComposeFile.read(file.toString(), Map.of()).service("a");

    assertThat(read.image()).isEqualTo("i");
    assertThat(read.environment()).containsOnly(Map.entry("A", "1"), Map.entry("B", "3"));
  }
}
