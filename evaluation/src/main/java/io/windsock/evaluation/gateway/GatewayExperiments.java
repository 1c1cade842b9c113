package io.windsock.evaluation.gateway;

import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.experiment.Experiment;
import java.util.List;
import java.util.Locale;

/** The experiments of gateways, and the sentences that they share. */
public final class GatewayExperiments {
  static final String PAPER_NODES =
      "The paper's members are nodes of an SP2 with 66.7 MHz processors and a switch of its own; ours"
          + " are processes on one machine, which also makes the calls.";
  static final String CALLS =
      "Calls ask for the state of 0800 numbers at random, at random times (a Poisson process),"
          + " whatever becomes of those before. A call is in time if its answer is there 100 ms after"
          + " its time. Where processors are short, the process that makes calls weighs as much as a"
          + " member.";
  static final String GATEWAYS =
      "There are two gateways without quotas; each call is asked at both, over links.";
  static final String PEAK =
      "The highest rate is searched for in trials, each with a quarter of the length of a run of calls"
          + " that count, until two rates are within 8 %. Then whole runs are made at that rate, and at"
          + " rates 8 % lower each, until one has as many calls in time. A trial or run that fails is"
          + " repeated once. At last a further whole run has to confirm the rate. If it has too few calls"
          + " in time, the rate is lowered by 8 %, at most five times, until one run has enough; none of"
          + " these runs is repeated.";

  private GatewayExperiments() {}

  /** Returns the lowest and the highest value, once if they look alike. */
  static String range(String format, Spread spread) {
    String low = String.format(Locale.ROOT, format, spread.low());
    String high = String.format(Locale.ROOT, format, spread.high());
    return low.equals(high) ? low : low + " to " + high;
  }

  /** Returns all of them. */
  public static List<Experiment> all() {
    return List.of(
        new GatewaySites(),
        new GatewayPeak(),
        new GatewayFaults(),
        new GatewayOverload(),
        new GatewayStorm(),
        new GatewayHaproxy());
  }
}
