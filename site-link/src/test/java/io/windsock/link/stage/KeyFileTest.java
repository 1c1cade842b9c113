package io.windsock.link.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFileTest {
  private final Path folder;

  KeyFileTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static String key(String id, int fill) {
    byte[] secret = new byte[LinkKey.BYTES];
    java.util.Arrays.fill(secret, (byte) fill);
    return id + " = " + Base64.getEncoder().encodeToString(secret);
  }

  private Path write(String... lines) throws IOException {
    Path file = folder.resolve("keys");
    Path next = folder.resolve("next");
    Files.write(next, List.of(lines));
    Files.move(next, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    return file;
  }

  @Test
  void shouldUseTheLastKeyAndKnowAll() throws IOException {
    KeyFile keys = KeyFile.open(write("# keys of the link", key("a", 1), "", key("b", 2)));

    assertThat(keys.active().id()).isEqualTo("b");
    assertThat(keys.find("a")).isNotNull().isNotEqualTo(keys.find("b"));
    assertThat(keys.find("c")).isNull();
  }

  @Test
  void shouldTakeOverAKeyThatIsAppended() throws IOException {
    KeyFile keys = KeyFile.open(write(key("a", 1)));
    write(key("a", 1), key("b", 2));

    assertThat(keys.find("b")).isNotNull();
    assertThat(keys.active().id()).isEqualTo("b");
  }

  @Test
  void shouldKeepTheFormerKeysWhileTheFileHasFaults() throws IOException {
    KeyFile keys = KeyFile.open(write(key("a", 1)));
    write("nothing of use");
    assertThat(keys.active().id()).isEqualTo("a");

    Files.delete(folder.resolve("keys"));
    assertThat(keys.active().id()).isEqualTo("a");

    write(key("b", 2));
    assertThat(keys.active().id()).isEqualTo("b");
  }

  @Test
  void shouldForgetWithinASecondAKeyThatIsRemovedOrReplaced() throws IOException {
    AtomicLong nowNs = new AtomicLong();
    KeyFile keys = KeyFile.open(write(key("a", 1), key("b", 2)), nowNs::get);
    LinkKey former = keys.find("b");

    write(key("b", 3));
    nowNs.addAndGet(TimeUnit.SECONDS.toNanos(1));

    assertThat(keys.find("b")).isNotNull().isNotEqualTo(former);
    assertThat(keys.find("a")).isNull();
  }

  @Test
  void shouldTakeBackAFileThatWasRefused() throws IOException {
    KeyFile keys = KeyFile.open(write(key("a", 1)));
    write("nothing of use");
    assertThat(keys.find("b")).isNull();
    assertThat(keys.find("b")).isNull();

    write(key("a", 1), key("b", 2));
    assertThat(keys.find("b")).isNotNull();
  }

  @Test
  void shouldNameEveryFaultAndNoSecret() throws IOException {
    Path file =
        write("a = c2hvcnQ=", "b = !secret!", "no key", key("c", 1), key("c", 1), key("/", 1));

    assertThatThrownBy(() -> KeyFile.open(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(":1: has a key of 5 bytes, not 32")
        .hasMessageContaining(":2: has a key that is not base64")
        .hasMessageContaining(":3: is not ID = BASE64")
        .hasMessageContaining(":5: key 'c' was there before")
        .hasMessageContaining(":6: has an id that is not 1 to 64 letters")
        .hasMessageNotContaining("c2hvcnQ")
        .hasMessageNotContaining("secret!");
  }

  /** The equals sign that pads a secret is not the one after an id. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s=",
        "%s =",
        "= %s=",
        "%s",
        "%s= = k1",
        "%s = k1",
        "%s = !",
        "k1 %s=",
        "k1: %s=",
        "+/%s=",
      })
  void shouldNotShowASecretWithoutAnId(String line) throws IOException {
    String secret = "c2hvdWxkIG5vdCBiZSBzaG93biBieSBhbnkgZmF1bHQ"; // what openssl prints, unpadded
    Path file = write(line.formatted(secret));

    assertThatThrownBy(() -> KeyFile.open(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("keys:1: ")
        .hasMessageNotContaining(secret);
  }

  @Test
  void shouldRefuseAFileWithoutKeysOrNone() throws IOException {
    Path empty = write("# none");
    assertThatThrownBy(() -> KeyFile.open(empty)).hasMessageContaining("has no key");
    assertThatThrownBy(() -> KeyFile.open(folder.resolve("none")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("can't be read");
  }
}
