package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopologyConfigTest {
  @Test
  void shouldHaveDefaultsForAllButTheCluster() {
    TopologyConfig config =
        TopologyConfig.builder(Events.CATALOGUE).bootstrapServers("localhost:9092").build();

    assertThat(config.markers().every()).isEqualTo(50);
    assertThat(config.markers().idleMs()).isEqualTo(500);
    assertThat(config.limits().maxEventBytes()).isEqualTo(256 * 1024);
    assertThat(config.limits().maxFutureMs()).isEqualTo(3_600_000);
    assertThat(config.catalogue().domain()).isEqualTo("airline");
  }

  @Test
  void shouldNameAllFaultsTogether() {
    assertThatThrownBy(
            () ->
                TopologyConfig.builder(Events.CATALOGUE)
                    .applicationId("a b")
                    .partitions(0)
                    .replication(99)
                    .threads(0)
                    .commitIntervalMs(0)
                    .markerEvery(0)
                    .markerIdleMs(0)
                    .maxEventBytes(TopologyConfig.MAX_EVENT_BYTES + 1)
                    .maxFutureMs(-1)
                    .properties(Map.of("processing.guarantee", "at_least_once"))
                    .build())
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e ->
                assertThat(e.faults())
                    .extracting(Fault::place)
                    .containsExactly(
                        "topology.bootstrapServers",
                        "topology.partitions",
                        "topology.replication",
                        "topology.properties.processing.guarantee",
                        "topology.applicationId",
                        "topology.threads",
                        "topology.commitIntervalMs",
                        "topology.markerEvery",
                        "topology.markerIdleMs",
                        "topology.maxEventBytes",
                        "topology.maxFutureMs"));
  }

  @Test
  void shouldRefuseStandbyReplicasWithTheReason() {
    assertThatThrownBy(
            () ->
                TopologyConfig.builder(Events.CATALOGUE)
                    .bootstrapServers("localhost:9092")
                    .properties(Map.of("num.standby.replicas", "1"))
                    .build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("topology.properties.num.standby.replicas")
        .hasMessageContaining("is 1; it must be 0, because a task that was on standby");
  }

  @Test
  void shouldDescribeWhatItReadsDoesAndWrites() {
    TopologyConfig config =
        TopologyConfig.builder(Events.CATALOGUE).bootstrapServers("localhost:9092").build();

    assertThat(TopologyApp.describe(config))
        .contains("windsock.source.positions ─▶ FlightPosition")
        .contains("every event, as it is ─▶ windsock.forward")
        .contains("a marker to both outputs every 50 sent events")
        .contains(config.rules().set().explain());
  }
}
