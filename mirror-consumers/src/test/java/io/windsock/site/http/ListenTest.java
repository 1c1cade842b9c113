package io.windsock.site.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.embedded.FreePort;
import io.windsock.platform.testing.RawHttp;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.testing.TestSite;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Where a server listens, and what it leaves behind. */
class ListenTest {
  @Test
  void shouldNameAPortThatIsTaken() {
    try (TestSite first = TestSite.start("m1", 1)) {
      assertThatThrownBy(
              () -> TestSite.start("m2", 1, 1, ServerConfig.at("127.0.0.1", first.port())))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("127.0.0.1:" + first.port());
    }
  }

  @Test
  void shouldListenAgainOnThePortOfASiteThatWasClosed() {
    ServerConfig config = ServerConfig.at("127.0.0.1", FreePort.any());
    for (int i = 0; i < 2; i++) {
      try (TestSite site = TestSite.start("m1", 1, 1, config)) {
        assertThat(RawHttp.get(site.port(), "/health/live").status()).isEqualTo(200);
      }
    }
  }

  @Test
  void shouldLeaveNoThreadBehind() {
    TestSite site = TestSite.start("leaver", 1);
    RawHttp.get(site.port(), "/v1/views/all");
    assertThat(threads()).isNotEmpty();
    site.close();
    await().untilAsserted(() -> assertThat(threads()).isEmpty());
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("windsock-leaver"))
        .collect(Collectors.toSet());
  }
}
