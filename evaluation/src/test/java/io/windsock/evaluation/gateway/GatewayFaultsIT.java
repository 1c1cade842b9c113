package io.windsock.evaluation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.gateway.lab.CallLab;
import io.windsock.evaluation.gateway.lab.CallPlan;
import io.windsock.evaluation.node.Node;
import io.windsock.gateway.core.CoreSettings.RoutingPolicy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Lets each fault befall a small group once, and checks what was measured, not how good it is.
 * Skipped where control groups can't be created.
 */
@Tag("alone")
class GatewayFaultsIT {
  private static final int SITES = 2;
  private static final double RATE = 1_000;
  private static final long CALLS = 1_000;

  /**
   * The least that a slow site of two must cause, in percent: a quarter of the calls are first
   * asked there while it is slow.
   */
  private static final double SLOW_REISSUED = 5;

  private static boolean nodesArePossible() {
    try (Node node = Node.create("probe")) {
      return node.use().periods() >= 0;
    } catch (Failure e) {
      return false;
    }
  }

  @Test
  void shouldBefallTheGroupAndLeaveItWhole() throws Exception {
    Assumptions.assumeTrue(nodesArePossible());
    Scale quick = new Scale(true, 1, 1, CALLS, false);
    Map<Fault, Map<String, Double>> values = new LinkedHashMap<>();
    try (CallLab lab = CallLab.start(CallPlan.of(SITES, true).withFaulty())) {
      lab.warmUp(text -> {});
      PeakSearch search = new PeakSearch(quick, new Notes());
      for (Fault fault : Fault.values()) {
        if (fault.routing() == RoutingPolicy.UNIFORM) {
          FaultRun run = new FaultRun(lab, search, fault);
          values.put(fault, run.run(RATE, CALLS));
          assertThat(run.timeLine()).as(fault.text()).isNotEmpty();
        }
      }
    }
    assertThat(values).hasSize(Fault.values().length - 1);
    for (Fault fault : values.keySet()) {
      assertThat(value(values, fault, FaultRun.DUPLICATES)).as(fault.text()).isZero();
    }
    for (Fault killed : List.of(Fault.SITE_KILLED, Fault.GATEWAY_KILLED, Fault.SITE_STOPPED)) {
      assertThat(value(values, killed, FaultRun.DETECTION)).as(killed.text()).isPositive();
    }
    for (Fault joining : List.of(Fault.SITE_ADDED, Fault.GATEWAY_ADDED)) {
      assertThat(value(values, joining, FaultRun.JOINED)).as(joining.text()).isPositive();
    }
    // Not compared with the run without a fault: where processors are short, that has many, too.
    assertThat(value(values, Fault.SITE_SLOW, FaultRun.REISSUED)).isGreaterThan(SLOW_REISSUED);
  }

  /** Returns a measure; fails if it was not measured. */
  private static double value(Map<Fault, Map<String, Double>> values, Fault fault, String measure) {
    Double value = values.getOrDefault(fault, Map.of()).get(measure);
    return Objects.requireNonNull(value, () -> measure + " of " + fault.text());
  }
}
