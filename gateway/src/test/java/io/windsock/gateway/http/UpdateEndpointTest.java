package io.windsock.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.gateway.update.UpdateConfig;
import io.windsock.gateway.update.Updates;
import io.windsock.platform.testing.RawHttp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What updates are refused for before they come to a broker; there is none. */
@Timeout(240)
class UpdateEndpointTest {
  /** As many as may be received at once, but for the first bytes of each. */
  private static final int LONG_BODIES = 32;

  private final Updates updates =
      Updates.start(
          UpdateConfig.at(
              "127.0.0.1:1",
              new Topics("bodies"),
              Catalogue.builtIn("number-translation"),
              Map.of()));
  private final TestGateway gateway = new TestGateway(TestGateway.LONG, updates);

  @AfterEach
  void stop() {
    gateway.close();
    updates.close();
  }

  /** Announces a body, and sends blanks. */
  private RawHttp post(int announced, int sent) {
    byte[] blanks = new byte[sent];
    Arrays.fill(blanks, (byte) ' ');
    RawHttp http = new RawHttp(gateway.port());
    http.request(
        "POST",
        "/v1/updates/services",
        "Content-Type",
        "application/json",
        "Content-Length",
        Integer.toString(announced));
    http.send(blanks);
    return http;
  }

  private RawHttp.Answer answer(int bytes) {
    try (RawHttp http = post(bytes, bytes)) {
      return http.answer(false);
    }
  }

  @Test
  void shouldRefuseUpdatesWhenTheGatewayStops() {
    updates.writer().refuse();
    String update = "{\"id\":\"u\",\"key\":\"1\",\"type\":\"ServiceBusy\",\"event\":{}}";
    try (RawHttp http = post(update.length(), 0)) {
      http.send(update);
      RawHttp.Answer refused = http.answer(false);
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.text())
          .contains("the gateway is stopping")
          .contains("send them to another gateway");
    }
  }

  @Test
  void shouldRefuseLongBodiesWhileTooManyArrive() {
    // A second round finds nothing left of the first.
    for (int round = 0; round < 2; round++) {
      List<RawHttp> arriving = new ArrayList<>();
      try {
        for (int i = 0; i < LONG_BODIES; i++) {
          arriving.add(post(UpdateEndpoint.MAX_BYTES, UpdateEndpoint.MAX_BYTES - 1));
        }
        await().until(() -> answer(UpdateEndpoint.MAX_BYTES).status() == 503);
        RawHttp.Answer refused = answer(UpdateEndpoint.MAX_BYTES);
        assertThat(refused.text())
            .contains("bytes are being received; the most at once is 33554432")
            .contains("send it again, or elsewhere");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(answer(1000).text()).contains("not a JSON object");
      } finally {
        arriving.forEach(RawHttp::close);
      }
      await().until(() -> answer(UpdateEndpoint.MAX_BYTES).status() == 400);
    }
  }
}
