package io.windsock.control.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.control.state.ControllerState;
import io.windsock.control.state.ControllerStatus;
import io.windsock.control.testing.MemoryController;
import io.windsock.control.testing.Samples;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.testing.RawHttp;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a controller tells when asked. */
class ReportsTest {
  private final MemoryController controller = MemoryController.start(0, null);
  private final int port = controller.server().port();

  @AfterEach
  void stop() {
    controller.close();
  }

  @Test
  void shouldTellTheParametersInForceWithTheirEpoch() {
    JsonNode answer = ControllerHttp.get(port, "/v1/params");
    assertThat(answer.at("/controller").asText()).isEqualTo("c1");
    assertThat(answer.at("/active").asBoolean()).isTrue();
    assertThat(answer.at("/parameters/epoch").asLong()).isEqualTo(1);
    assertThat(answer.at("/parameters/inForce/rules").asText()).contains("FlightPosition");
    assertThat(answer.at("/parameters/monitored/0/primary").asDouble()).isEqualTo(500);
  }

  @Test
  void shouldTellTheMode() {
    JsonNode answer = ControllerHttp.get(port, "/v1/mode");
    assertThat(answer.at("/mode").asText()).isEqualTo("normal");
    assertThat(answer.at("/pinned").asText()).isEmpty();
    assertThat(answer.at("/policy").asText()).isEqualTo("thresholds");
  }

  @Test
  void shouldSayThatNoParametersAreKnown() {
    try (MemoryController ignorant =
        MemoryController.ignorant(HttpConfig.at("127.0.0.1", 0), null)) {
      for (String path : List.of("/v1/params", "/v1/mode")) {
        RawHttp.Answer answer = RawHttp.get(ignorant.server().port(), path);
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.text()).contains("no parameters are known").contains("\"controllers\"");
      }
    }
  }

  @Test
  void shouldTellTheLatestDecisionsFirst() {
    for (int i = 2; i <= 5; i++) {
      controller.decide(Samples.decision(1_000L * i, i, "normal", "busy", "reason " + i));
    }
    JsonNode two = ControllerHttp.get(port, "/v1/decisions?limit=2").get("decisions");
    assertThat(two).hasSize(2);
    assertThat(two.get(0).get("reason").asText()).isEqualTo("reason 5");
    assertThat(ControllerHttp.get(port, "/v1/decisions").get("decisions")).hasSize(4);
    for (String limit : List.of("0", "-1", "1001", "x", "99999999999", "")) {
      RawHttp.Answer answer = RawHttp.get(port, "/v1/decisions?limit=" + limit);
      assertThat(answer.status()).as(limit).isEqualTo(400);
    }
  }

  @Test
  void shouldKnowSinceWhenTheModeIsInForceHoweverManyDecisionsFollowed() {
    controller.decide(Samples.decision(5_000, 2, "busy", "normal", "calm again"));
    for (int i = 0; i < ControllerState.MAX_DECISIONS; i++) {
      controller.decide(Samples.decision(6_000 + i, 3 + i, "normal", "normal", "a parameter"));
    }

    JsonNode answer = ControllerHttp.get(port, "/v1/mode");
    assertThat(answer.at("/since").asLong()).isEqualTo(5_000);
    assertThat(answer.at("/reason").asText()).isEqualTo("calm again");
    assertThat(ControllerHttp.get(port, "/v1/decisions?limit=1000").get("decisions"))
        .hasSize(ControllerState.MAX_DECISIONS);
  }

  @Test
  void shouldTellTheLatestSampleOfEach() {
    controller.hear(Samples.site("central", "central", 1, 3));
    controller.hear(Samples.site("mirror-1", "mirror", 1, 4));
    controller.hear(Samples.site("mirror-1", "mirror", 2, 5));
    controller.hear(Samples.topology("t1", 2, 500));
    controller.hear(Samples.gateway("gateway-1", 2, 100));
    controller.hear(Samples.gateway("gateway-1", 3, 200));
    controller.hear(Samples.link("main", 2, 100));
    controller.hear(Samples.link("main", 3, 300));
    JsonNode answer = ControllerHttp.get(port, "/v1/samples");
    assertThat(answer.at("/sites")).hasSize(2);
    assertThat(answer.at("/sites/1/sample/pending").asLong()).isEqualTo(5);
    assertThat(answer.at("/sites/1/heardMs").asLong()).isPositive();
    assertThat(answer.at("/topologies/0/sample/partitions/1/mirrored").asLong()).isEqualTo(100);
    assertThat(answer.at("/gateways")).hasSize(1);
    assertThat(answer.at("/gateways/0/sample/calls").asLong()).isEqualTo(200);
    assertThat(answer.at("/gateways/0/heardMs").asLong()).isPositive();
    assertThat(answer.at("/links")).hasSize(1);
    assertThat(answer.at("/links/0/sample/records").asLong()).isEqualTo(300);
  }

  @Test
  void shouldReportASampleWhoseOffsetsAreNoPosition() {
    SiteSample sample = Samples.site("mirror-1", "mirror", 1, 3);
    sample.setOffsets(List.of(-1L, 5L));

    controller.hear(sample);

    JsonNode answer = ControllerHttp.get(port, "/v1/samples");
    assertThat(answer.at("/sites/0/token").asText()).isEmpty();
    assertThat(answer.at("/sites/0/sample/offsets/0").asLong()).isEqualTo(-1);
  }

  @Test
  void shouldTellWhatWasMeasured() {
    controller.hear(Samples.site("mirror-1", "mirror", 1, 4));
    controller.hear(Samples.topology("t1", 2, 500));
    JsonNode answer = ControllerHttp.get(port, "/v1/history");
    assertThat(answer.get("values")).hasSize(8);
    assertThat(answer.at("/subjects/0/name").asText()).isEqualTo("mirror-1");
    assertThat(answer.at("/subjects/0/measured/pending/0").asLong()).isEqualTo(4);
    assertThat(answer.at("/subjects/0/measured/updateDelay/0").asLong()).isEqualTo(31);
    assertThat(answer.at("/subjects/1/measured/ready/0").asLong()).isEqualTo(80);
    assertThat(answer.at("/subjects/1/measured/pending").isMissingNode()).isTrue();
  }

  @Test
  void shouldTellCommitPointsAndWhatTheyComeFrom() {
    controller.hear(Samples.site("mirror-1", "mirror", 1, 4));
    controller.commit(Samples.commitPoint(5));
    JsonNode answer = ControllerHttp.get(port, "/v1/checkpoints");
    assertThat(answer.at("/commitPoints/0/snapshot").asText()).isEqualTo("mirror-1/3");
    assertThat(answer.at("/sites/0/checkpoints/1").asLong()).isEqualTo(1_050);
    assertThat(answer.at("/sites/0/snapshot/number").asLong()).isEqualTo(3);
  }

  @Test
  void shouldTellItsHealth() {
    assertThat(RawHttp.get(port, "/health/live").status()).isEqualTo(200);
    assertThat(RawHttp.get(port, "/health/ready").status()).isEqualTo(200);
    controller.enter(ControllerStatus.Phase.STARTING, "reads the control topic");
    RawHttp.Answer answer = RawHttp.get(port, "/health/ready");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.text()).contains("reads the control topic");
    assertThat(RawHttp.get(port, "/metrics").text())
        .contains("windsock_controller_active 0.0")
        .contains("windsock_http_requests_total{route=\"ready\",status=\"503\"} 1.0");
  }

  @Test
  void shouldServeItsPages() {
    assertThat(RawHttp.get(port, "/").header("Location")).isEqualTo("/console");
    assertThat(RawHttp.get(port, "/openapi.yaml").status()).isEqualTo(200);
    assertThat(RawHttp.get(port, "/nowhere").status()).isEqualTo(404);
    assertThat(RawHttp.get(port, "/v1/params?x=1").status()).isEqualTo(400);
    RawHttp.Answer wrong = RawHttp.ask(port, "DELETE", "/v1/params");
    assertThat(wrong.status()).isEqualTo(405);
    assertThat(wrong.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
  }
}
