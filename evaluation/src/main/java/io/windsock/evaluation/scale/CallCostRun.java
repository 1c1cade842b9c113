package io.windsock.evaluation.scale;

import io.windsock.evaluation.capacity.Quantity;
import io.windsock.evaluation.ceiling.Generator;
import io.windsock.evaluation.ceiling.MeasuredCeilings.Load;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.gateway.lab.CallLab;
import io.windsock.evaluation.gateway.lab.Member;
import io.windsock.evaluation.gateway.load.CallsOrder;
import io.windsock.evaluation.node.Loopback;
import io.windsock.testbed.calls.tally.CallsResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Groups of gateways and sites, of which one is used at a time. One thread owns it. */
final class CallCostRun implements Experiment.Run {
  /** Share of the calls that were in time, %. */
  static final String IN_TIME = "in-time-percent";

  /** The part of a run's length for which calls are made before it. */
  private static final double LEAD = 0.25;

  private static final double MS_PER_SECOND = 1e3;
  private static final double NS_PER_SECOND = 1e9;
  private static final double BYTES_PER_KB = 1e3;
  private static final double PERCENT = 100;

  private final Scale scale;
  private final Notes about;
  private final Map<String, CallLab> labs = new LinkedHashMap<>();
  private long seed = 1;

  CallCostRun(Scale scale, Notes about) {
    this.scale = scale;
    this.about = about;
  }

  /** Adds a group, which this closes, and warms it up. */
  void add(String setting, CallLab lab) throws InterruptedException {
    labs.put(setting, lab);
    lab.warmUp(about::note);
    lab.pause();
  }

  @Override
  public Map<String, Double> measure(Subject subject) throws InterruptedException {
    CallLab lab = labs.get(subject.setting());
    if (lab == null) {
      throw new IllegalArgumentException("no group is " + subject.setting());
    }
    lab.use(lab.sites().size());
    var unused = call(lab, subject.x(), LEAD * scale.runSeconds());
    Map<String, Double> values = costs(lab, subject.x());
    lab.pause();
    return values;
  }

  private CallsResult call(CallLab lab, double perSecond, double seconds) {
    about.used(new Load(Generator.CALLS, CallsOrder.STATE_BYTES), perSecond);
    lab.calls().begin(lab.order().at(perSecond, seconds).withSeed(seed++));
    return lab.calls().end();
  }

  /** Makes calls for the length of a run; returns what they cost by second. */
  private Map<String, Double> costs(CallLab lab, double perSecond) {
    double gatewaysUs = cpuUs(lab.gateways());
    double sitesUs = cpuUs(lab.sites());
    long bytes = Loopback.sentBytes();
    long startNs = System.nanoTime();
    CallsResult result = call(lab, perSecond, scale.runSeconds());
    double seconds = (System.nanoTime() - startNs) / NS_PER_SECOND;
    double calls = perSecond * (scale.runSeconds() + CallsOrder.WARM_UP.toMillis() / MS_PER_SECOND);
    int gateways = lab.gateways().size();
    int sites = lab.sites().size();
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(Quantity.PASSED.text(), calls / seconds);
    values.put(Quantity.CALLS.text(), calls / seconds / sites);
    values.put(Measures.GATEWAY_US, (cpuUs(lab.gateways()) - gatewaysUs) / seconds / gateways);
    values.put(Measures.CALL_US, (cpuUs(lab.sites()) - sitesUs) / seconds / sites);
    values.put(
        Measures.GATEWAY_KB, (Loopback.sentBytes() - bytes) / BYTES_PER_KB / seconds / gateways);
    values.put(IN_TIME, PERCENT * result.inTimeShare());
    return values;
  }

  private static double cpuUs(List<Member> members) {
    return members.stream().mapToLong(member -> member.use().cpuUs()).sum();
  }

  @Override
  public void close() {
    RuntimeException first = null;
    for (CallLab lab : labs.values()) {
      try {
        lab.close();
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
