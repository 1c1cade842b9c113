package io.windsock.evaluation.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.windsock.contracts.config.ConfigurationException;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityModelTest {
  private static final int RANDOM_DEMANDS = 300;
  private static final CapacityModel MODEL = new CapacityModel(coefficients());

  /**
   * Round costs: an event 10 µs, an update 20 µs and 0.5 KB; 100 MB, 100 B a key and 20 KB a
   * display.
   */
  private static Coefficients coefficients() {
    return new Coefficients(
        new Coefficients.Origin("2026-01-02", "a machine", "a build", true),
        cost(
            Map.of(
                Quantity.BASE, 10_000.0,
                Quantity.EVENTS, 10.0,
                Quantity.UPDATES, 20.0,
                Quantity.REQUESTS, 100.0)),
        cost(Map.of(Quantity.BASE, 1e8, Quantity.KEYS, 100.0, Quantity.DISPLAYS, 2e4)),
        cost(Map.of(Quantity.UPDATES, 0.5)),
        cost(Map.of(Quantity.BASE, 10_000.0, Quantity.EVENTS, 10.0, Quantity.COPIES, 2.0)),
        cost(Map.of(Quantity.BASE, 10_000.0, Quantity.EVENTS, 10.0)),
        cost(Map.of(Quantity.BASE, 20_000.0, Quantity.CALLS, 50.0)),
        cost(Map.of(Quantity.BASE, 20_000.0, Quantity.PASSED, 25.0)),
        cost(Map.of(Quantity.PASSED, 0.25)));
  }

  private static Cost cost(Map<Quantity, Double> perUnit) {
    return new Cost(perUnit, 0, perUnit.size());
  }

  private static Demand demand(double events, double displays, double updates) {
    return demand(events, displays, 0, updates);
  }

  private static Demand demand(double events, double displays, double calls, double updates) {
    return new Demand(
        new Demand.Load(events, 1e5, displays, calls, 200, 20_000, 100, updates, 60, 0.1),
        new Demand.Machine(4, 1_000, 0.5, 6, 3));
  }

  @ParameterizedTest
  @CsvSource({
    // events, displays, updates, mirrors, brokers, topology instances, first role, first resource
    "1000,   0,       1,   1,   3,  1, central site, apply thread",
    "1000,   10000,   1,   1,   3,  1, mirror, streams",
    "1000,   10001,   1,   2,   3,  1, mirror, streams",
    "1000,   1000000, 1,   100, 3,  1, mirror, streams",
    "1000,   10000,   100, 11,  3,  1, mirror, processors",
    "100000, 0,       1,   1,   3,  1, central site, apply thread",
    "250000, 0,       1,   1,   7,  2, central site, apply thread",
  })
  void shouldPlan(
      double events,
      double displays,
      double updates,
      long mirrors,
      long brokers,
      long instances,
      String role,
      String resource) {
    Plan plan = MODEL.plan(demand(events, displays, updates));

    assertThat(plan.role(CapacityModel.MIRROR).machines()).isEqualTo(mirrors);
    assertThat(plan.role(CapacityModel.BROKER).machines()).isEqualTo(brokers);
    assertThat(plan.role(CapacityModel.TOPOLOGY).machines()).isEqualTo(instances);
    assertThat(plan.first().role()).isEqualTo(role);
    assertThat(plan.first().first().resource()).isEqualTo(resource);
  }

  @ParameterizedTest
  @CsvSource({
    // calls, displays, gateways, mirrors, first role, first resource
    "500,    0,      2, 1, central site, apply thread",
    "10000,  0,      2, 1, mirror,       processors",
    "30000,  0,      2, 1, mirror,       processors",
    "50000,  0,      2, 2, gateway,      processors",
    "100000, 0,      3, 3, gateway,      processors",
    "30000,  10000,  2, 1, mirror,       streams",
    "100000, 100000, 3, 10, mirror,      streams",
  })
  void shouldPlanGatewaysAndMirrorsForCalls(
      double calls, double displays, long gateways, long mirrors, String role, String resource) {
    Plan plan = MODEL.plan(demand(1000, displays, calls, 1));

    assertThat(plan.role(CapacityModel.GATEWAY).machines()).isEqualTo(gateways);
    assertThat(plan.role(CapacityModel.MIRROR).machines()).isEqualTo(mirrors);
    assertThat(plan.first().role()).isEqualTo(role);
    assertThat(plan.first().first().resource()).isEqualTo(resource);
  }

  @Test
  void shouldPlanNoGatewayWithoutCalls() {
    assertThat(MODEL.plan(demand(1000, 10, 1)).roles())
        .extracting(RolePlan::role)
        .containsExactly(
            CapacityModel.MIRROR,
            CapacityModel.CENTRAL,
            CapacityModel.BROKER,
            CapacityModel.TOPOLOGY);
  }

  @Test
  void shouldCountTheBytesOfCalls() {
    RolePlan gateway = MODEL.plan(demand(1000, 0, 10_000, 1)).role(CapacityModel.GATEWAY);

    // Each of two passes on 10,000 calls/s of 0.25 KB, half of them in: 1.25 MB/s.
    assertThat(gateway.inMbit()).isEqualTo(10);
    assertThat(gateway.outMbit()).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource({
    // keys, MB of a site
    "1e5, 110",
    "1e6, 200",
    "1e7, 671.08864", // 640 MiB: its heap and its database's memory
    "1e8, 671.08864",
  })
  void shouldBoundTheMemoryOfASite(double keys, double megabytes) {
    Demand demand =
        new Demand(
            new Demand.Load(1000, keys, 0, 0, 200, 20_000, 100, 1, 60, 0.1),
            new Demand.Machine(4, 1_000, 0.5, 6, 3));

    RolePlan mirror = MODEL.plan(demand).role(CapacityModel.MIRROR);

    assertThat(mirror.memoryBytes() / 1e6).isEqualTo(megabytes, within(1e-6));
  }

  @Test
  void shouldReportThatNoNumberOfMirrorsHelps() {
    Demand demand =
        new Demand(
            new Demand.Load(100_000, 1e5, 1e5, 0, 200, 20_000, 100, 1, 60, 1),
            new Demand.Machine(4, 1_000, 0.5, 6, 3));

    Plan plan = MODEL.plan(demand);

    assertThat(plan.fits()).isFalse();
    assertThat(plan.role(CapacityModel.MIRROR).fits()).isFalse();
    assertThat(plan.role(CapacityModel.MIRROR).machines()).isEqualTo(10);
    assertThat(plan.role(CapacityModel.MIRROR).first().resource()).isEqualTo(Use.APPLY_THREAD);
  }

  @Test
  void shouldPlanMirrorsForTheCallsEvenIfNoNumberCanApplyTheEvents() {
    Demand demand =
        new Demand(
            new Demand.Load(100_000, 1e5, 1, 400_000, 200, 20_000, 100, 1, 60, 1),
            new Demand.Machine(4, 1_000, 0.5, 6, 3));

    RolePlan mirror = MODEL.plan(demand).role(CapacityModel.MIRROR);

    assertThat(mirror.machines()).isEqualTo(10);
    assertThat(mirror.first().resource()).isEqualTo(Use.APPLY_THREAD);
  }

  @Test
  void shouldNeverNeedFewerMirrorsForMoreDisplays() {
    Random random = new Random(1);
    for (int i = 0; i < RANDOM_DEMANDS; i++) {
      double events = 1 + 40_000 * random.nextDouble();
      double displays = Math.pow(10, 6 * random.nextDouble());
      double updates = 20 * random.nextDouble();
      Plan fewer = MODEL.plan(demand(events, displays, updates));
      Plan more = MODEL.plan(demand(events, displays * (1 + random.nextDouble()), updates));

      assertThat(more.role(CapacityModel.MIRROR).machines())
          .as("%s events/s, %s displays, %s updates/s, seed 1", events, displays, updates)
          .isGreaterThanOrEqualTo(fewer.role(CapacityModel.MIRROR).machines());
    }
  }

  @Test
  void shouldNameTheHighestUseAsFirst() {
    Random random = new Random(2);
    for (int i = 0; i < RANDOM_DEMANDS; i++) {
      double displays = Math.pow(10, 6 * random.nextDouble());
      Plan plan = MODEL.plan(demand(1 + 40_000 * random.nextDouble(), displays, 1));
      double highest =
          plan.roles().stream()
              .flatMap(role -> role.uses().stream())
              .mapToDouble(Use::share)
              .max()
              .orElseThrow();

      assertThat(plan.first().first().share()).isEqualTo(highest);
      assertThat(plan.fits()).isEqualTo(highest <= 1);
    }
  }

  @Test
  void shouldNameEveryValueOutOfItsRange() {
    Demand.Load load = new Demand.Load(0, 1e5, 1e10, -1, 200, 20_000, 100, 1, 60, 1.5);
    Demand.Machine machine = new Demand.Machine(4, 1_000, 0, 6, 3);

    assertThatThrownBy(() -> new Demand(load, machine))
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            fault ->
                assertThat(fault.faults())
                    .extracting(Object::toString)
                    .containsExactly(
                        "--events: is 0; it must be 1 to 1000000000",
                        "--displays: is 10000000000; it must be 0 to 1000000000",
                        "--calls: is -1; it must be 0 to 1000000000",
                        "--mirrored-share: is 1.5; it must be 0 to 1",
                        "--headroom: is 0; it must be 0.01 to 1"));
  }
}
