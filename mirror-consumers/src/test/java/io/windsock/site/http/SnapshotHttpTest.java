package io.windsock.site.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.platform.testing.RawHttp;
import io.windsock.site.snapshot.ManifestJson;
import io.windsock.site.testing.TestSite;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotHttpTest {
  private final TestSite site = TestSite.start("m1", 2);
  private final OneSnapshot snapshot;

  SnapshotHttpTest(@TempDir Path dir) throws IOException {
    snapshot = new OneSnapshot(dir);
    site.snapshots(snapshot);
  }

  @AfterEach
  void stop() {
    site.close();
  }

  @Test
  void shouldServeManifestAndFilesWhetherOrNotItIsReady() {
    site.readiness(false, "catching up");

    RawHttp.Answer manifest = RawHttp.get(site.port(), "/v1/snapshot");
    assertThat(ManifestJson.read(manifest.body())).isEqualTo(snapshot.latest());
    RawHttp.Answer file = RawHttp.get(site.port(), "/v1/snapshot/7/files/CURRENT");
    assertThat(file.text()).isEqualTo("MANIFEST-000005\n");
    assertThat(file.header("Content-Length")).isEqualTo("16");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7/files/LOCK",
        "7/files/..%2FLOCK",
        "7/files/%2e%2e%2fLOCK",
        "7/files/..%5cLOCK",
        "7/files/.%00",
        "8/files/CURRENT",
        "0/files/CURRENT",
        "-7/files/CURRENT",
        "07/files/CURRENT",
        "99999999999999999999/files/CURRENT",
        "..%2F7/files/CURRENT"
      })
  void shouldGiveNothingElseAway(String path) {
    RawHttp.Answer answer = RawHttp.get(site.port(), "/v1/snapshot/" + path);

    assertThat(answer.status()).isIn(400, 404);
    assertThat(answer.text()).doesNotContain("secret").contains("\"error\"");
  }

  @Test
  void shouldSendBoundedManyFilesAtOnce() throws Exception {
    try (OneSnapshot.Readers readers = snapshot.occupy(site.port())) {
      await().until(readers::allServed);
      RawHttp.Answer refused = RawHttp.get(site.port(), "/v1/snapshot/7/files/CURRENT");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.header("Retry-After")).isNotEmpty();
      assertThat(RawHttp.get(site.port(), "/v1/snapshot").status()).isEqualTo(200);
      assertThat(site.metric("windsock_http_pending_requests")).isLessThanOrEqualTo(1);
    }
    await().until(() -> RawHttp.get(site.port(), "/v1/snapshot/7/files/CURRENT").status() == 200);
  }

  @Test
  void shouldTakeNoOtherMethod() {
    assertThat(RawHttp.ask(site.port(), "HEAD", "/v1/snapshot/7/files/CURRENT").status())
        .isEqualTo(405);
    assertThat(RawHttp.ask(site.port(), "POST", "/v1/snapshot").status()).isEqualTo(405);
  }
}
