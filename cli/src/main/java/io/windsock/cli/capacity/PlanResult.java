package io.windsock.cli.capacity;

import io.windsock.cli.show.Table;
import io.windsock.cli.show.Units;
import io.windsock.evaluation.capacity.CapacityModel;
import io.windsock.evaluation.capacity.Coefficients;
import io.windsock.evaluation.capacity.Demand;
import io.windsock.evaluation.capacity.Plan;
import io.windsock.evaluation.capacity.RolePlan;
import io.windsock.evaluation.capacity.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A plan as the command prints it.
 *
 * @param fits whether the machines carry the load
 * @param firstRole the role that saturates first
 * @param firstUse of which resource, and how much of it is used
 * @param next what to do next, a sentence each
 */
record PlanResult(
    Demand demand,
    List<RolePlan> roles,
    boolean fits,
    String firstRole,
    Use firstUse,
    double copiesMbit,
    List<String> next,
    Coefficients.Origin coefficients) {
  /** So many displays need more than more mirrors. */
  private static final double MANY_DISPLAYS = 1e6;

  static PlanResult of(Demand demand, Plan plan) {
    RolePlan first = plan.first();
    return new PlanResult(
        demand,
        plan.roles(),
        plan.fits(),
        first.role(),
        first.first(),
        plan.copiesMbit(),
        next(demand, plan),
        plan.origin());
  }

  private static List<String> next(Demand demand, Plan plan) {
    RolePlan first = plan.first();
    List<String> next = new ArrayList<>(List.of(remedy(first)));
    long instances = plan.role(CapacityModel.TOPOLOGY).machines();
    if (instances > demand.machine().partitions()) {
      next.add(
          "%d instances of the topology need as many partitions: set --partitions"
              .formatted(instances));
    }
    if (demand.load().displays() >= MANY_DISPLAYS) {
      next.add(
          String.format(
              Locale.ROOT,
              "every mirror reads the mirror topic from the brokers, %,.1f Mbit/s in total; a tree,"
                  + " in which mirrors read from mirrors, does not exist yet",
              plan.copiesMbit()));
    }
    return next;
  }

  private static String remedy(RolePlan first) {
    String resource = first.first().resource();
    return switch (first.role()) {
      case CapacityModel.CENTRAL ->
          "there is one central site, and it applies every event: forward less (docs/mirroring.md),"
              + " or give it faster processors";
      case CapacityModel.GATEWAY -> more(first, "add a gateway");
      case CapacityModel.BROKER -> more(first, "add a broker");
      case CapacityModel.TOPOLOGY -> more(first, "add an instance of the topology");
      default -> mirrorRemedy(first, resource);
    };
  }

  /** Such roles share their load; they fit unless one machine is too small for hardly any of it. */
  private static String more(RolePlan role, String remedy) {
    return role.fits()
        ? remedy
        : "more of them do not help, as each "
            + role.role()
            + " uses more than it may with hardly any load: use larger machines";
  }

  private static String mirrorRemedy(RolePlan mirror, String resource) {
    if (!mirror.fits()) {
      return "each mirror applies every mirrored event, so more of them do not help: mirror less"
          + " (--mirrored-share), or use larger machines";
    }
    return resource.equals(Use.STREAMS)
        ? "a mirror accepts 10,000 streams: add a mirror for every 10,000 displays, and one more for"
            + " each that may fail at a time"
        : "add a mirror";
  }

  /** Returns the table. */
  String text() {
    Table table =
        new Table("ROLE", ">MACHINES", ">CPU", ">IN MBIT/S", ">OUT MBIT/S", ">MEMORY", "MOST USED");
    for (RolePlan role : roles) {
      table.row(
          role.role(),
          Units.count(role.machines()),
          percent(role.share(Use.PROCESSORS)),
          mbit(role.inMbit()),
          mbit(role.outMbit()),
          role.memoryBytes() > 0 ? Units.bytes(Math.round(role.memoryBytes())) : "-",
          use(role.first()));
    }
    StringBuilder text = new StringBuilder(table.text());
    text.append(
            "Per machine. Streams are of the 10,000 that a mirror accepts; all other use is of the")
        .append(" share that --headroom allows (")
        .append(percent(demand.machine().headroom()))
        .append(").\n");
    text.append(fits ? "Saturates first: " : "Does not fit: ")
        .append(firstRole)
        .append(", ")
        .append(use(firstUse))
        .append('\n');
    next.forEach(sentence -> text.append("Next: ").append(sentence).append('\n'));
    return text.append("Coefficients: ").append(coefficients.text()).append('\n').toString();
  }

  private static String mbit(double mbit) {
    return String.format(Locale.ROOT, "%,.1f", mbit);
  }

  private static String use(Use use) {
    return use.resource() + " " + percent(use.share());
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%,.0f %%", 100 * share);
  }
}
