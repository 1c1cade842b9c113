package io.windsock.gateway.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.query.Question.Kind;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.gateway.GatewayPhase;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.core.stats.Counters;
import io.windsock.gateway.core.stats.GatewayStats;
import io.windsock.platform.name.Incarnation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GatewaySamplerTest {
  private final Counters counters = new Counters();

  private GatewayStatus status() {
    GatewayStats stats = GatewayStats.of(counters, Map.of(), Map.of(), Map.of(), 2, 1, 1);
    return new GatewayStatus(
        "g1",
        "run-1",
        GatewayPhase.READY,
        "",
        stats,
        new GatewayStatus.Sent(30, 4),
        List.of(),
        List.of());
  }

  @Test
  void shouldReportWhatItsCountersSay() {
    GatewaySampler sampler =
        new GatewaySampler(new Incarnation(), "http://g1:80", "http://g1:90", this::status, 1_000);
    counters.calls = 20;
    counters.duplicates = 6;
    counters.shed.add(Kind.KEY);
    counters.shed.add(Kind.KEY);
    counters.shed.add(Kind.VIEW);
    counters.detected(250_000_000);
    counters.detected(312_500_000);

    GatewaySample sample = sampler.sample(3_000);

    assertThat(sample.getCallsPerSecond()).isEqualTo(10);
    assertThat(sample.getDuplicates()).isEqualTo(6);
    assertThat(sample.getBusy()).isEqualTo(3);
    assertThat(sample.getShedKeys()).isEqualTo(2);
    assertThat(sample.getShedViews()).isEqualTo(1);
    assertThat(sample.getSentCalls()).isEqualTo(30);
    assertThat(sample.getSentBatches()).isEqualTo(4);
    assertThat(sample.getExcluded()).isEqualTo(2);
    assertThat(sample.getLastDetectionMs()).isEqualTo(312.5);
  }
}
