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
                    .pass(PassBounds.standard().withRequests(0, 0, Duration.ZERO))
                    .sweepMs(0)
                    .batchMs(0)
                    .keys(5, 9)))
        .hasSize(9)
        .anySatisfy(fault -> assertThat(fault).contains("gateway.pass.streams: is 0"))
        .anySatisfy(fault -> assertThat(fault).contains("gateway.pass.asking: is 0"))
        .anySatisfy(fault -> assertThat(fault).contains("gateway.pass.patience: is"))
        .anySatisfy(fault -> assertThat(fault).contains("batchMs is 0; 1 to 1000"))
        .anySatisfy(fault -> assertThat(fault).contains("sweepMs 0", "watermarks of keys: Limits"))
        .anySatisfy(fault -> assertThat(fault).contains("gateway.name: is 'g 1'"))
        .anySatisfy(fault -> assertThat(fault).contains("gateway.port: is 70000"))
        .anySatisfy(fault -> assertThat(fault).contains("gateway.linkPort: is -1"))
        .anySatisfy(fault -> assertThat(fault).contains("gateway.advertisedUrl: is nowhere"));
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
