package io.windsock.evaluation.gateway;

import io.windsock.evaluation.experiment.Comparison;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.gateway.lab.CallLab;
import io.windsock.evaluation.gateway.lab.Member;
import io.windsock.evaluation.node.MachineLoad;
import io.windsock.evaluation.node.NodeUse;
import io.windsock.evaluation.report.Grid;
import io.windsock.testbed.calls.tally.CallsResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures the highest rates of the group that a laboratory uses. One thread owns it. */
final class PeakRun {
  static final String ALL = "callsAt100";

  /** The measures of rates, and what curves call them. */
  static final Map<String, String> NAMES = names();

  private static final String IN_TIME = "inTimePercent";
  private static final String P99 = "p99Ms";
  private static final String GATEWAY_CPUS = "gatewayCpus";
  private static final String SITE_CPUS = "siteCpus";
  private static final String THROTTLED = "siteThrottled";
  private static final String IDLE = "idlePercent";
  private static final double PERCENT = 100;
  private static final double NS_PER_US = 1e3;

  private final CallLab lab;
  private final Scale scale;
  private final PeakSearch search;

  PeakRun(CallLab lab, Scale scale, Notes about) {
    this(lab, scale, new PeakSearch(scale, about));
  }

  PeakRun(CallLab lab, Scale scale, PeakSearch search) {
    this.lab = lab;
    this.scale = scale;
    this.search = search;
  }

  private static Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put(ALL, "all in time");
    names.put("callsAt97", "97 % in time");
    names.put("callsAt95", "95 % in time");
    return names;
  }

  /**
   * Returns the highest rates, and what was used at the first of them. That is 0 if no run
   * confirmed it; what was used is then that of the last run tried.
   *
   * @param what names the group
   * @param sites how many sites it uses, the first ones
   */
  Map<String, Double> measure(String what, int sites) throws InterruptedException {
    List<Double> rates = search.rates(what, lab.calls(), lab.order(), PeakSearch.LEVELS);
    Map<String, Double> values = new LinkedHashMap<>();
    int level = 0;
    for (String name : NAMES.keySet()) {
      values.put(name, rates.get(level++));
    }
    List<Member> used = lab.sites().subList(0, sites);
    values.put(
        ALL,
        search.confirmed(rates.get(0), PeakSearch.ALL_IN_TIME, rate -> check(rate, used, values)));
    return values;
  }

  /**
   * Makes calls at a rate for a whole run, and adds what was used; returns the share of calls in
   * time.
   */
  private double check(double rate, List<Member> sites, Map<String, Double> values) {
    MachineLoad loadBefore = MachineLoad.now();
    List<NodeUse> gatewaysBefore = uses(lab.gateways());
    List<NodeUse> sitesBefore = uses(sites);
    long startNs = System.nanoTime();
    CallsResult result = search.run(lab.calls(), lab.order().at(rate, scale.runSeconds()));
    double us = (System.nanoTime() - startNs) / NS_PER_US;
    values.put(IN_TIME, PERCENT * result.inTimeShare());
    values.put(P99, result.latency().p99Ms());
    values.put(GATEWAY_CPUS, cpuUs(lab.gateways(), gatewaysBefore) / us);
    values.put(SITE_CPUS, cpuUs(sites, sitesBefore) / us);
    values.put(THROTTLED, throttled(sites, sitesBefore));
    values.put(IDLE, PERCENT * MachineLoad.now().since(loadBefore).idleShare());
    return result.inTimeShare();
  }

  private static List<NodeUse> uses(List<Member> members) {
    return members.stream().map(Member::use).toList();
  }

  private static double cpuUs(List<Member> members, List<NodeUse> before) {
    double us = 0;
    for (int i = 0; i < members.size(); i++) {
      us += members.get(i).use().since(before.get(i)).cpuUs();
    }
    return us;
  }

  private static double throttled(List<Member> members, List<NodeUse> before) {
    double shares = 0;
    for (int i = 0; i < members.size(); i++) {
      shares += members.get(i).use().since(before.get(i)).throttledShare();
    }
    return shares / members.size();
  }

  /** Returns the tables of all that is measured. */
  static List<Grid> grids(Comparison comparison, String axis) {
    return List.of(
        comparison.grid("Calls per second, all in time", axis, ALL, "%,.0f"),
        comparison.grid("Calls per second, 97 % in time", axis, "callsAt97", "%,.0f"),
        comparison.grid("Calls per second, 95 % in time", axis, "callsAt95", "%,.0f"),
        comparison.grid("At the first of these rates: calls in time, %", axis, IN_TIME, "%.3f"),
        comparison.grid("99th percentile, ms", axis, P99, "%.1f"),
        comparison.grid("Processors that the gateways used", axis, GATEWAY_CPUS, "%.2f"),
        comparison.grid("Processors that the sites used", axis, SITE_CPUS, "%.2f"),
        comparison.grid(
            "Share of periods in which a site used up its quota", axis, THROTTLED, "%.2f"),
        comparison.grid("Processor time of the machine that was idle, %", axis, IDLE, "%.0f"));
  }
}
