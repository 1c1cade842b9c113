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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run of calls with a fault in its middle, after which the group is as before. Used once. */
final class FaultRun {
  static final String REFUSED = "refused";
  static final String REISSUED = "reissuedPercent";
  static final String DUPLICATES = "duplicates";
  static final String DETECTION = "detectionMs";
  static final String JOINED = "joinedSeconds";

  /** 1 of a run whose added member was not ready in time, else 0. */
  static final String NOT_READY = "notReady";

  static final String P99 = "p99Ms";
  static final String IN_TIME = "inTimePercent";

  /**
   * Within which an added member must be ready: a JVM may take more than a minute on what the load
   * leaves it.
   */
  static final Duration MAX_JOIN = Duration.ofMinutes(3);

  /** How long calls are made at least once an added member is ready, so that it serves. */
  private static final Duration SERVES = Duration.ofSeconds(15);

  private static final Duration QUICK_SERVES = Duration.ofSeconds(5);

  /** The place of the gateway that is killed or added. */
  private static final int SECOND = 1;

  private static final int SLOW_MS = 99;
  private static final long STOP_MS = 2_000;

  /** The least time that a member is called for which was started again, before the next run. */
  private static final double WARM_UP_SECONDS = 30;

  /** How long a generator takes to connect before it begins, about. */
  private static final double CONNECT_SECONDS = 0.25;

  private static final double MS_PER_SECOND = 1e3;
  private static final double NS_PER_SECOND = 1e9;
  private static final double PERCENT = 100;

  private final CallLab lab;
  private final PeakSearch search;
  private final Fault fault;
  private final double servesSeconds;
  private final double warmUpSeconds;
  private final List<Moment> timeLine = new ArrayList<>();
  private @Nullable Member added;
  private double joinedSeconds;

  FaultRun(CallLab lab, PeakSearch search, Fault fault, boolean quick) {
    servesSeconds = (quick ? QUICK_SERVES : SERVES).toSeconds();
    warmUpSeconds = quick ? 0 : WARM_UP_SECONDS;
    this.lab = lab;
    this.search = search;
    this.fault = fault;
  }

  /**
   * Makes the calls; returns what became of them.
   *
   * @param perSecond their rate
   * @param calls how many count, or more where a member is added; the fault begins when about half
   *     of these are due
   */
  Map<String, Double> run(double perSecond, long calls) throws InterruptedException {
    lab.use(lab.sites().size(), fault.routing());
    if (fault == Fault.GATEWAY_ADDED) {
      second().stop();
      lab.awaitGroup();
    }
    List<GatewayCounts> before = counts();
    double half = calls / perSecond / 2;
    CallsOrder order = order(perSecond, half);
    search.begin(lab.calls(), order);
    sleep(CONNECT_SECONDS + CallsOrder.WARM_UP.toMillis() / MS_PER_SECOND + half);
    GatewayCounts last = fault == Fault.GATEWAY_KILLED ? lab.counts(second()) : GatewayCounts.NONE;
    Instant began = Instant.now();
    strike();
    if (fault.adds()) {
      stopOnceServed(half);
    }
    CallsResult result = lab.calls().end();
    Map<String, Double> values = values(result, began, before, countsWith(last));
    restore();
    lab.awaitGroup();
    warmUp(order, result.seconds());
    return values;
  }

  /** Returns the load; where a member is added, that until it must be ready, which is stopped. */
  private CallsOrder order(double perSecond, double half) {
    double since = fault.adds() ? Math.max(half, MAX_JOIN.toSeconds() + servesSeconds) : half;
    int linked = fault == Fault.GATEWAY_ADDED ? 1 : lab.gateways().size();
    return lab.order().linkedTo(linked).at(perSecond, half + since);
  }

  /** Ends the calls once the added member has served, and as many are made as in other runs. */
  private void stopOnceServed(double half) throws InterruptedException {
    if (hasJoined()) {
      sleep(Math.max(half - joinedSeconds, servesSeconds));
    }
    lab.calls().stop();
  }

  private static void sleep(double seconds) throws InterruptedException {
    Thread.sleep(Math.round(seconds * MS_PER_SECOND));
  }

  /** Makes calls for a while if a member is new, so that the next run does not measure that. */
  private void warmUp(CallsOrder order, double runSeconds) {
    if (List.of(Fault.SITE_KILLED, Fault.GATEWAY_KILLED, Fault.GATEWAY_ADDED).contains(fault)) {
      double seconds = Math.max(runSeconds, warmUpSeconds);
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
    return lab.gateways().get(SECOND);
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

  /** A member that is not ready in time has been killed: the load left it too little to start. */
  private void join(Member joining) {
    long startNs = System.nanoTime();
    if (joining.awaitReady(MAX_JOIN)) {
      joinedSeconds = (System.nanoTime() - startNs) / NS_PER_SECOND;
    }
  }

  private boolean hasJoined() {
    return joinedSeconds > 0;
  }

  private void restore() {
    switch (fault) {
      case SITE_KILLED -> restart(first());
      case GATEWAY_KILLED -> restart(second());
      case GATEWAY_ADDED -> {
        second().weighAsOthers();
        if (!hasJoined()) {
          restart(second());
        }
      }
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

  /** Returns the counts at the end; those of a killed gateway are the last ones before that. */
  private List<GatewayCounts> countsWith(GatewayCounts last) throws InterruptedException {
    List<GatewayCounts> counts = counts();
    if (fault == Fault.GATEWAY_KILLED) {
      counts.set(SECOND, last);
    }
    return counts;
  }

  private Map<String, Double> values(
      CallsResult result, Instant began, List<GatewayCounts> before, List<GatewayCounts> after) {
    Counts counts = result.counts();
    long reissued = 0;
    for (int i = 0; i < after.size(); i++) {
      reissued += after.get(i).since(before.get(i)).reissued();
    }
    Map<String, Double> values = FaultPhases.of(result, began).values();
    values.put(REFUSED, (double) counts.busy());
    values.put(REISSUED, PERCENT * reissued / counts.due());
    values.put(DUPLICATES, (double) (counts.duplicates() + counts.lost()));
    values.put(P99, result.latency().p99Ms());
    if (after.get(0).since(before.get(0)).excluded() > 0) {
      values.put(DETECTION, after.get(0).detectionMs());
    }
    if (hasJoined()) {
      values.put(JOINED, joinedSeconds);
    }
    if (fault.adds()) {
      values.put(NOT_READY, hasJoined() ? 0.0 : 1.0);
    }
    for (IntervalResult interval : result.intervals()) {
      double second = interval.fromMs() / MS_PER_SECOND;
      timeLine.add(new Moment(second, IN_TIME, PERCENT * interval.counts().inTimeShare()));
    }
    return values;
  }

  /** Returns the share of the calls of each second that were in time. */
  List<Moment> timeLine() {
    return timeLine;
  }
}
