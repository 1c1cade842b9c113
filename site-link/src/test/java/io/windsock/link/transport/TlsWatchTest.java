package io.windsock.link.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsWatchTest {
  private final LinkTls files;
  private final TlsWatch watch;

  TlsWatchTest(@TempDir Path folder) throws IOException {
    files = new LinkTls(folder.resolve("c"), folder.resolve("k"), folder.resolve("a"));
    put(files.certificate(), "one");
    put(files.key(), "key");
    put(files.authority(), "authority");
    watch = new TlsWatch(files);
  }

  private static void put(Path file, String text) throws IOException {
    Files.writeString(file, text);
  }

  @Test
  void shouldFindEachChangeOnce() throws IOException {
    assertThat(watch.changed()).isNull();
    put(files.certificate(), "two");
    assertThat(watch.changed()).isEqualTo(files.read()).isEqualTo(watch.material());
    assertThat(watch.changed()).isNull();
  }

  /** It looks each second, and a file may be missing for days. */
  @Test
  void shouldSayOnceThatAFileCannotBeRead() throws IOException {
    Files.delete(files.key());
    assertWrong(files.key());
    assertThat(watch.changed()).isNull();
    Files.delete(files.certificate());
    assertWrong(files.certificate());
    put(files.certificate(), "one");
    put(files.key(), "key");
    assertThat(watch.changed()).as("they are as they were").isNull();
    Files.delete(files.key());
    assertWrong(files.key());
  }

  private void assertWrong(Path file) {
    assertThatThrownBy(watch::changed)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(file.toString());
  }
}
