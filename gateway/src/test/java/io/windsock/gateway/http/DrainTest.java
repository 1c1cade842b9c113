package io.windsock.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.platform.testing.RawHttp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class DrainTest {
  private final TestGateway gateway = new TestGateway(TestGateway.LONG);

  @AfterEach
  void stop() {
    gateway.close();
  }

  private RawHttp.Answer ask(String method, String target, String... headers) {
    return RawHttp.ask(gateway.port(), method, target, headers);
  }

  @Test
  void shouldDrainASiteAndUndoIt() {
    RawHttp.Answer drained = ask("POST", "/v1/sites/m1/drain");
    assertThat(drained.status()).isEqualTo(200);
    assertThat(drained.text()).isEqualTo("{\"site\":\"m1\",\"draining\":true}");
    assertThat(gateway.calls.draining()).containsExactly("m1");

    RawHttp.Answer undone = ask("DELETE", "/v1/sites/m1/drain");
    assertThat(undone.text()).isEqualTo("{\"site\":\"m1\",\"draining\":false}");
    assertThat(gateway.calls.draining()).isEmpty();
  }

  @Test
  void shouldDecodeTheName() {
    assertThat(ask("POST", "/v1/sites/m%2F2/drain").status()).isEqualTo(200);
    assertThat(gateway.calls.draining()).containsExactly("m/2");
  }

  @Test
  void shouldRefuseAnUnknownSite() {
    RawHttp.Answer answer = ask("POST", "/v1/sites/m9/drain");
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text()).contains("knows no site 'm9'").contains("/v1/status");
  }

  @Test
  void shouldRefuseOtherSitesPages() {
    assertThat(ask("POST", "/v1/sites/m1/drain", "Origin", "http://evil.example").status())
        .isEqualTo(403);
    assertThat(ask("DELETE", "/v1/sites/m1/drain", "Origin", "null").status()).isEqualTo(403);
    assertThat(ask("POST", "/v1/sites/m1/drain", "Origin", gateway.url()).status()).isEqualTo(200);
    RawHttp.Answer preflight =
        ask("OPTIONS", "/v1/sites/m1/drain", "Origin", "http://evil.example");
    assertThat(preflight.header("Access-Control-Allow-Methods")).isEmpty();
  }
}
