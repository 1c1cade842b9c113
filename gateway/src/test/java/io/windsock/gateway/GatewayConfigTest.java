package io.windsock.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.gateway.core.CoreSettings;
import io.windsock.gateway.http.pass.PassBounds;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatewayConfigTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");

  private static GatewayConfigBuilder builder(String name) {
    return GatewayConfig.builder(name, "127.0.0.1:9092", CATALOGUE);
  }

  private static List<String> faults(GatewayConfigBuilder config) {
    ConfigurationException e = catchThrowableOfType(ConfigurationException.class, config::build);
    return e.faults().stream().map(Fault::toString).toList();
  }

  @Test
  void shouldHaveDefaultsThatWork() {
    GatewayConfig config = builder("g1").build();
    assertThat(config.core()).isEqualTo(CoreSettings.defaults("g1"));
    assertThat(config.links().maxSweep()).isEqualTo(Duration.ofMillis(15));
    assertThat(config.serving().host()).isEqualTo("127.0.0.1");
    assertThat(config.kafka().client()).containsEntry("bootstrap.servers", "127.0.0.1:9092");
  }

  @Test
  void shouldPassItsSettingsOn() {
    GatewayConfig config =
        builder("g1").sweepMs(15).batchMs(5).keys(100, 50).earlyPercent(0).build();
    assertThat(config.links().maxSweep()).isEqualTo(Duration.ofMillis(5));
    assertThat(config.core().sweepMs()).isEqualTo(15);
    assertThat(config.core().keys()).isEqualTo(new CoreSettings.Limits(100, 50));
    assertThat(config.core().earlyPercent()).isZero();
  }

  @Test
  void shouldNameAllFaultsTogether() {
    assertThat(
            faults(
                builder("g 1")
                    .http("127.0.0.1", 70_000)
                    .linkPort(-1)
                    .advertisedUrl("nowhere")
                    .peers(List.of("http://g2.example:8070", "g3"))
                    .pass(PassBounds.standard().withRequests(0, 0, Duration.ZERO))
                    .sweepMs(0)
                    .batchMs(0)
                    .keys(5, 9)))
        .containsExactlyInAnyOrder(
            "gateway.sweepMs: is 0; it must be 1 to 1000",
            "gateway.keyCalls.low: is 9; it must be 0 or more, and less than keyCalls.high (5)",
            "gateway.batchMs: is 0; it must be 1 to 1000",
            "gateway.name: is 'g 1'; it must be 1 to 64 letters, digits, . _ -",
            "gateway.port: is 70000; it must be 0 to 65535",
            "gateway.linkPort: is -1; it must be 0 to 65535",
            "gateway.advertisedUrl: is nowhere; it must be a URL such as http://127.0.0.1:8081",
            "gateway.peers: is g3; it must be a URL such as http://127.0.0.1:8081",
            "gateway.passRequests: is 0; it must be 1 to 1000000",
            "gateway.passAsking: is 0; it must be 1 to 1000000",
            "gateway.passWaitMs: is 0; it must be greater than 0");
  }

  @Test
  void shouldNameAFaultOnce() {
    assertThat(faults(builder("").sweepMs(0)))
        .containsExactly(
            "gateway.name: is ''; it must be 1 to 64 letters, digits, . _ -",
            "gateway.sweepMs: is 0; it must be 1 to 1000");
  }

  @Test
  void shouldRefuseASilenceThatHeartbeatsCanNotFill() {
    assertThat(faults(builder("g1").silenceMs(150)))
        .singleElement()
        .asString()
        .contains("silenceMs: is 150; it must be at least 200");
  }

  @Test
  void shouldRefuseOnePortForBoth() {
    assertThat(faults(builder("g1").http("127.0.0.1", 8070).linkPort(8070)))
        .singleElement()
        .asString()
        .contains("linkPort");
  }
}
