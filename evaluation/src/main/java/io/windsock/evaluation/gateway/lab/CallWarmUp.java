package io.windsock.evaluation.gateway.lab;

import io.windsock.evaluation.gateway.load.CallsOrder;
import io.windsock.evaluation.lab.WarmUp;
import io.windsock.gateway.core.CoreSettings.RoutingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Warms a group up with calls, which need no quotas yet. One thread owns it. */
final class CallWarmUp {
  private static final double RATE = 4_000;

  /** It begins at its rate divided by this. */
  private static final double FACTOR = 4;

  private static final double SECONDS = 5;
  private static final double QUICK_SECONDS = 1;
  private static final int WINDOW = 4;
  private static final int MAX_RUNS = 24;

  private final CallLab lab;
  private final CallPlan plan;
  private final double seconds;

  CallWarmUp(CallLab lab, CallPlan plan) {
    this.lab = lab;
    this.plan = plan;
    seconds = plan.quick() ? QUICK_SECONDS : SECONDS;
  }

  /**
   * Calls each pair of gateways until calls take no less processor time than those before, so that
   * all JVMs have compiled what they need.
   *
   * @param note takes what happened, a sentence for each pair
   */
  void run(Consumer<String> note) throws InterruptedException {
    for (RoutingPolicy policy : plan.policies()) {
      lab.use(lab.sites().size(), policy);
      WarmUp pair = warmUp();
      note.accept(
          "Warm-up with calls, " + CallPlan.text(policy) + ": " + pair.text("a call") + ".");
    }
  }

  /** Warms up the pair in use. */
  private WarmUp warmUp() throws InterruptedException {
    for (double rate = RATE / FACTOR; rate < RATE; rate *= 2) {
      var unused = callUs(rate);
    }
    WarmUp warmUp = new WarmUp(WINDOW, plan.quick() ? 1 : MAX_RUNS);
    while (!warmUp.isOver()) {
      warmUp.add(callUs(RATE));
    }
    return warmUp;
  }

  /** Makes calls; returns the processor time of gateways and sites in use for each, in µs. */
  private double callUs(double rate) throws InterruptedException {
    List<Member> used = new ArrayList<>(lab.gateways());
    used.addAll(lab.sites());
    long beforeUs = used.stream().mapToLong(member -> member.use().cpuUs()).sum();
    CallsOrder order = lab.order().at(rate, seconds);
    lab.calls().begin(order);
    var unused = lab.calls().end();
    long afterUs = used.stream().mapToLong(member -> member.use().cpuUs()).sum();
    return (double) (afterUs - beforeUs) / order.calls();
  }
}
