package io.windsock.site.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.position.Token;
import io.windsock.site.testing.AppliedLog;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestJsonTest {
  private static final SnapshotManifest MANIFEST =
      new SnapshotManifest(
          7,
          new Token(-3, new long[] {1, 2, 3}),
          "abcd",
          12,
          AppliedLog.STAMP,
          2,
          List.of(new SnapshotFile("CURRENT", 16), new SnapshotFile("000012.sst", 1L << 40)));

  @Test
  void shouldReadWhatItWrote() {
    assertThat(ManifestJson.read(ManifestJson.write(MANIFEST))).isEqualTo(MANIFEST);
    assertThat(MANIFEST.bytes()).isEqualTo(16 + (1L << 40));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../etc/passwd", "a/000012.sst", "LOCK", "manifest.json", "000012.sst.exe", ""})
  void shouldRefuseNamesThatNoDatabaseGives(String name) {
    String forged = new String(ManifestJson.write(MANIFEST), UTF_8).replace("000012.sst", name);

    assertThatThrownBy(() -> ManifestJson.read(forged.getBytes(UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a file of a snapshot");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "[]", "null", "{\"number\":1", "<html></html>"})
  void shouldRefuseWhatIsNoManifest(String text) {
    assertThatThrownBy(() -> ManifestJson.read(text.getBytes(UTF_8)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
