package io.windsock.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.capacity.CapacityModel;
import io.windsock.evaluation.capacity.Coefficients.Origin;
import io.windsock.evaluation.capacity.Demand;
import io.windsock.evaluation.capacity.Plan;
import io.windsock.evaluation.capacity.RolePlan;
import io.windsock.evaluation.capacity.Use;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanResultTest {
  private static final Demand DEMAND =
      new Demand(
          new Demand.Load(1, 1, 1, 1, 200, 20_000, 1, 1, 60, 0.1),
          new Demand.Machine(1, 1_000, 0.5, 6, 3));

  /** Returns the first remedy for a role that uses so much of its processors. */
  private static String remedy(String role, double share) {
    RolePlan wanted = plan(role, share);
    RolePlan other = plan(CapacityModel.TOPOLOGY, 0.1);
    Plan plan = new Plan(List.of(wanted, other), 1, new Origin("2026-01-02", "a", "b", false));
    return PlanResult.of(DEMAND, plan).next().get(0);
  }

  private static RolePlan plan(String role, double share) {
    return new RolePlan(role, 1, List.of(new Use(Use.PROCESSORS, share)), 1, 1, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "gateway, add a gateway",
    "broker, add a broker",
    "topology, add an instance of the topology",
    "mirror, add a mirror"
  })
  void shouldAskForOneMoreWhereTheLoadIsShared(String role, String remedy) {
    assertThat(remedy(role, 0.9)).isEqualTo(remedy);
  }

  @ParameterizedTest
  @CsvSource({"gateway", "broker", "topology", "mirror"})
  void shouldAskForLargerMachinesWhereMoreDoNotHelp(String role) {
    assertThat(remedy(role, 1.1)).contains("more of them do not help").contains("larger machines");
  }
}
