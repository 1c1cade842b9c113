package io.windsock.evaluation.gateway;

import io.windsock.evaluation.experiment.Experiment.Moment;
import io.windsock.evaluation.gateway.lab.CallLab;
import io.windsock.evaluation.gateway.lab.GatewayCounts;
import io.windsock.evaluation.gateway.lab.Member;
import io.windsock.evaluation.gateway.load.CallsOrder;
import io.windsock.testbed.calls.tally.CallsResult;
import io.windsock.testbed.calls.tally.Counts;
import io.windsock.testbed.calls.tally.IntervalResult;
import io.windsock.testbed.fault.LinkFault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run of calls with a fault in its middle, after which the group is as before. Used once. */
final class FaultRun {
  static final String MISSED = "missed";
  static final String MISSED_PERCENT = "missedPercent";
  static final String MISSED_BEFORE = "missedBefore";
  static final String REFUSED = "refused";
  static final String REISSUED = "reissuedPercent";
  static final String DUPLICATES = "duplicates";
  static final String DETECTION = "detectionMs";
  static final String JOINED = "joinedSeconds";
  static final String P99 = "p99Ms";
  static final String IN_TIME = "inTimePercent";

  private static final int SLOW_MS = 99;
  private static final long STOP_MS = 2_000;

  /**
   * How long calls are made after a member was started, so that it serves for a while: a JVM may
   * take a minute to become ready on what the load leaves it.
   */
  private static final double JOIN_SECONDS = 90;

  private static final double QUICK_JOIN_SECONDS = 15;

  /** The least time that a member is called for which was started again, before the next run. */
  private static final double WARM_UP_SECONDS = 30;

  /** How long a generator takes to connect before it begins. */
  private static final double CONNECT_SECONDS = 0.25;

  private static final double MS_PER_SECOND = 1e3;
  private static final double PERCENT = 100;

  private final CallLab lab;
  private final PeakSearch search;
  private final Fault fault;
  private final double joinSeconds;
  private final double warmUpSeconds;
  private final List<Moment> timeLine = new ArrayList<>();
  private @Nullable Member added;
  private double joinedSeconds;

  FaultRun(CallLab lab, PeakSearch search, Fault fault, boolean quick) {
    joinSeconds = quick ? QUICK_JOIN_SECONDS : JOIN_SECONDS;
    warmUpSeconds = quick ? 0 : WARM_UP_SECONDS;
    this.lab = lab;
    this.search = search;
    this.fault = fault;
  }

  /**
   * Makes the calls; returns what became of them.
   *
   * @param perSecond their rate
   * @param calls how many count, or more where a member is added; the fault begins when half of
   *     these are due
   */
  Map<String, Double> run(double perSecond, long calls) throws InterruptedException {
    lab.use(lab.sites().size(), fault.routing());
    if (fault == Fault.GATEWAY_ADDED) {
      second().stop();
      lab.awaitGroup();
    }
    List<GatewayCounts> before = counts();
    int linked = fault == Fault.GATEWAY_ADDED ? 1 : lab.gateways().size();
    double half = calls / perSecond / 2;
    double seconds = fault.adds() ? Math.max(2 * half, half + joinSeconds) : 2 * half;
    CallsOrder order = lab.order().linkedTo(linked).at(perSecond, seconds);
    search.begin(lab.calls(), order);
    double wait = CONNECT_SECONDS + CallsOrder.WARM_UP.toMillis() / MS_PER_SECOND + half;
    Thread.sleep(Math.round(wait * MS_PER_SECOND));
    strike();
    CallsResult result = lab.calls().end();
    Map<String, Double> values = values(result, before, counts());
    values.put(MISSED_BEFORE, (double) missedBefore(result, half));
    restore();
    lab.awaitGroup();
    warmUp(order);
    return values;
  }

  /** Makes calls for a while if a member is new, so that the next run does not measure that. */
  private void warmUp(CallsOrder order) {
    if (List.of(Fault.SITE_KILLED, Fault.GATEWAY_KILLED, Fault.GATEWAY_ADDED).contains(fault)) {
      double seconds = Math.max(order.seconds(), warmUpSeconds);
      search.begin(
          lab.calls(), order.linkedTo(lab.gateways().size()).at(order.perSecond(), seconds));
      var unused = lab.calls().end();
    }
  }

  /** Returns the site that is killed or stopped; the last one has the relay before it. */
  private Member first() {
    return lab.sites().get(0);
  }

  private Member second() {
    return lab.gateways().get(1);
  }

  private void strike() throws InterruptedException {
    switch (fault) {
      case NOTHING -> {}
      case SITE_KILLED -> first().kill();
      case GATEWAY_KILLED -> second().kill();
      case SITE_ADDED, SITE_ADDED_UNIFORM -> join(addSite());
      case GATEWAY_ADDED -> {
        second().startBeside();
        join(second());
      }
      case SITE_STOPPED -> {
        first().pause();
        Thread.sleep(STOP_MS);
        first().resume();
      }
      case SITE_SLOW, SITE_SLOW_UNIFORM -> lab.fault(LinkFault.slow(SLOW_MS));
      case SITE_GARBAGE -> lab.fault(LinkFault.GARBAGE);
    }
  }

  private Member addSite() {
    Member site = lab.addSite();
    added = site;
    return site;
  }

  private void join(Member joining) {
    long startNs = System.nanoTime();
    joining.awaitReady();
    joinedSeconds = (System.nanoTime() - startNs) / 1e9;
  }

  private void restore() {
    switch (fault) {
      case SITE_KILLED -> restart(first());
      case GATEWAY_KILLED -> restart(second());
      case GATEWAY_ADDED -> second().weighAsOthers();
      case SITE_SLOW, SITE_SLOW_UNIFORM, SITE_GARBAGE -> lab.fault(LinkFault.NONE);
      case NOTHING, SITE_ADDED, SITE_ADDED_UNIFORM, SITE_STOPPED -> {}
    }
    if (added != null) {
      lab.removeSite(added);
    }
  }

  private static void restart(Member member) {
    member.start();
    member.awaitReady();
  }

  private List<GatewayCounts> counts() throws InterruptedException {
    List<GatewayCounts> counts = new ArrayList<>();
    for (Member gateway : lab.gateways()) {
      counts.add(lab.counts(gateway));
    }
    return counts;
  }

  private Map<String, Double> values(
      CallsResult result, List<GatewayCounts> before, List<GatewayCounts> after) {
    Counts counts = result.counts();
    long reissued = 0;
    for (int i = 0; i < after.size(); i++) {
      // A killed gateway's counts are lost with it; an added one begins at zero.
      reissued += Math.max(0, after.get(i).since(before.get(i)).reissued());
    }
    long missed = counts.due() - counts.inTime();
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(MISSED, (double) missed);
    values.put(MISSED_PERCENT, PERCENT * missed / counts.due());
    values.put(REFUSED, (double) counts.busy());
    values.put(REISSUED, PERCENT * reissued / counts.due());
    values.put(DUPLICATES, (double) (counts.duplicates() + counts.lost()));
    values.put(P99, result.latency().p99Ms());
    if (after.get(0).since(before.get(0)).excluded() > 0) {
      values.put(DETECTION, after.get(0).detectionMs());
    }
    if (joinedSeconds > 0) {
      values.put(JOINED, joinedSeconds);
    }
    for (IntervalResult interval : result.intervals()) {
      double second = interval.fromMs() / MS_PER_SECOND;
      timeLine.add(new Moment(second, IN_TIME, PERCENT * interval.counts().inTimeShare()));
    }
    return values;
  }

  /** Returns the missed calls of the intervals, a second each, that were over by then. */
  private static long missedBefore(CallsResult result, double second) {
    return result.intervals().stream()
        .filter(interval -> interval.fromMs() / MS_PER_SECOND + 1 <= second)
        .mapToLong(interval -> interval.counts().due() - interval.counts().inTime())
        .sum();
  }

  /** Returns the share of the calls of each second that were in time. */
  List<Moment> timeLine() {
    return timeLine;
  }
}
