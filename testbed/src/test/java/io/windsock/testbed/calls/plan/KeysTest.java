package io.windsock.testbed.calls.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysTest {
  @Test
  void shouldNameWhatIsWrongWithAPattern() {
    assertThatThrownBy(() -> Keys.ofPattern("FL", 5))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'FL'");
    assertThatThrownBy(() -> Keys.ofPattern("%", 5)).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> Keys.ofPattern("%d", 0))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("is 0");
  }

  @Test
  void shouldReadKeysFromAFile(@TempDir Path folder) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("keys.txt"), "a\n\n b \n");
    Keys keys = KeySources.from(file.toString());

    assertThat(keys.size()).isEqualTo(2);
    assertThat(keys.key(1)).isEqualTo("b");
    assertThatThrownBy(() -> KeySources.from(folder.resolve("none").toString()))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("can't read keys");
  }
}
