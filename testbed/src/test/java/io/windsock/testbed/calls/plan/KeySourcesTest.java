package io.windsock.testbed.calls.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeySourcesTest {
  private final Path file;

  KeySourcesTest(@TempDir Path folder) {
    file = folder.resolve("keys.txt");
  }

  @Test
  void shouldReadAKeyALine() throws Exception {
    Files.writeString(file, "FL1\n\n  FL2\n");

    Keys keys = KeySources.from(file.toString());

    assertThat(keys.size()).isEqualTo(2);
    assertThat(keys.key(1)).isEqualTo("FL2");
  }

  @Test
  void shouldSayWhatAFileOfKeysIs() throws IOException {
    Files.write(file, "S\u00e3o\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> KeySources.from(file.toString()))
        .isInstanceOf(Failure.class)
        .hasMessage(file + " can't be read as keys; write one a line, in UTF-8");

    Files.writeString(file, "\n");
    assertThatThrownBy(() -> KeySources.from(file.toString()))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("has no keys");
  }
}
