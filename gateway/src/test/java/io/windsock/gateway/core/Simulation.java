package io.windsock.gateway.core;

import io.windsock.gateway.core.member.Membership;
import io.windsock.gateway.core.member.SiteReport;
import io.windsock.gateway.core.stats.GatewayStats;
import io.windsock.gateway.core.stats.Reissue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Gateways, sites and requesters on a simulated network, all from one seed. {@link Checker} checks
 * each gateway's every step; what holds for the whole is checked at the end.
 */
final class Simulation {
  private static final long MS = Scenario.MS;
  private static final long DISCOVERY_NS = 100 * MS;

  /** Time for members to hear each other before the first call. */
  private static final long WARM_UP_NS = 400 * MS;

  /** After the last call: longer than any deadline and pause. */
  private static final long COOL_DOWN_NS = 2_500 * MS;

  private static final int MAX_EVENTS = 2_000_000;

  final Scenario scenario;
  final SplittableRandom random;
  final List<SimGateway> gateways = new ArrayList<>();
  final List<SimSite> sites = new ArrayList<>();
  final List<SimRequester> requesters = new ArrayList<>();
  final FirstChoices firstChoices = new FirstChoices();
  final Map<Reissue, Long> reissued = new EnumMap<>(Reissue.class);

  /** Sums over the gateways that are up at the end. */
  long duplicates;

  long earlyAnswers;
  long shed;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Consumer<Parts> fault;

  /** When the latest message on each requester's connection arrives. */
  private final Map<String, Long> arrivalsNs = new HashMap<>();

  private long nowNs;
  private long numbers;

  private record Event(long atNs, long number, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(atNs, other.atNs);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  /**
   * Prepares a simulation.
   *
   * @param fault puts faulty parts into each core
   */
  Simulation(long seed, Consumer<Parts> fault) {
    this.random = new SplittableRandom(seed);
    this.scenario = new Scenario(random);
    this.fault = fault;
    for (int i = 0; i < scenario.sites; i++) {
      sites.add(new SimSite("site" + i, this));
    }
    for (int i = 0; i < scenario.gateways; i++) {
      gateways.add(new SimGateway("gateway" + i, this));
    }
    for (int i = 0; i < scenario.requesters; i++) {
      requesters.add(new SimRequester("caller" + i, this));
    }
  }

  /** Runs a seed with cores as they are. */
  static Simulation run(long seed) {
    return run(seed, parts -> {});
  }

  /**
   * Runs a seed.
   *
   * @throws Violation if an invariant does not hold, with the seed
   */
  static Simulation run(long seed, Consumer<Parts> fault) {
    var simulation = new Simulation(seed, fault);
    try {
      simulation.run();
      return simulation;
    } catch (Violation | RuntimeException e) {
      var violation =
          new Violation(
              "seed "
                  + seed
                  + " ("
                  + simulation.scenario
                  + ") at "
                  + simulation.nowNs / 1e6
                  + " ms: "
                  + e.getMessage()
                  + "; replay with -Dtest=GatewaySimulationTest -Dwindsock.seed="
                  + seed);
      violation.initCause(e);
      throw violation;
    }
  }

  private void run() {
    sites.forEach(SimSite::start);
    gateways.forEach(SimGateway::start);
    discover();
    int each = scenario.calls / scenario.requesters;
    requesters.forEach(requester -> after(WARM_UP_NS, () -> requester.next(each)));
    long loadNs = each * scenario.gapNs;
    new SimFaults(this, WARM_UP_NS, loadNs).schedule();
    long endNs = WARM_UP_NS + loadNs * 3 / 2 + COOL_DOWN_NS;
    for (int i = 0; i < MAX_EVENTS; i++) {
      Event event = events.poll();
      if (event == null || event.atNs > endNs) {
        finish();
        return;
      }
      nowNs = event.atNs;
      event.action.run();
    }
    throw new Violation("the simulation does not end");
  }

  private void finish() {
    for (SimGateway gateway : gateways) {
      if (gateway.isUp() && !gateway.isPaused()) {
        gateway.finish();
        sum(gateway.core().stats());
      }
    }
    if (scenario.isStrict()) {
      requesters.forEach(SimRequester::checkInTime);
    }
  }

  private void sum(GatewayStats stats) {
    stats.reissued().forEach((reason, count) -> reissued.merge(reason, count, Long::sum));
    stats.shed().values().forEach(count -> shed += count);
    duplicates += stats.duplicates();
    earlyAnswers += stats.earlyAnswers();
    if (scenario.kind == Scenario.Kind.CALM
        && stats.reissued().getOrDefault(Reissue.HALF, 0L) > 0) {
      throw new Violation("calls were reissued at half of the deadline without a fault");
    }
    if (scenario.kind == Scenario.Kind.CALM && stats.excluded() > 0) {
      throw new Violation("a member was excluded without a fault");
    }
  }

  /** Reports the sites as they are, or as they were last seen, to all gateways. */
  private void discover() {
    for (SimGateway gateway : gateways) {
      gateway.run(() -> gateway.discovered(membership()));
    }
    after(DISCOVERY_NS, this::discover);
  }

  Membership membership() {
    List<SiteReport> reports = new ArrayList<>();
    for (SimSite site : sites) {
      reports.add(new SiteReport(site.name, site.incarnation(), site.ready, site.draining));
    }
    return new Membership(reports, gateways.stream().map(gateway -> gateway.name).toList());
  }

  Parts parts(CoreSettings settings, long clockNs) {
    var parts = new Parts(settings, clockNs);
    fault.accept(parts);
    return parts;
  }

  SimGateway gateway(String name) {
    return gateways.get(Integer.parseInt(name.substring("gateway".length())));
  }

  SimSite site(String name) {
    return sites.get(Integer.parseInt(name.substring("site".length())));
  }

  long nowNs() {
    return nowNs;
  }

  void after(long ns, Runnable action) {
    events.add(new Event(nowNs + Math.max(0, ns), numbers++, action));
  }

  boolean isLikely(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  long serviceNs() {
    long ns = random.nextLong(scenario.serviceNs / 10, scenario.serviceNs / 2);
    return random.nextInt(10) == 0 ? 2 * ns : ns;
  }

  private long delayNs() {
    return random.nextLong(scenario.delayNs / 20, scenario.delayNs);
  }

  /** Carries a message between members; it may be lost, doubled, or overtake others. */
  void transmit(SimProcess from, SimProcess to, Runnable action) {
    if (!from.isUp() || isLikely(scenario.loss)) {
      return;
    }
    after(delayNs(), () -> to.run(action));
    if (isLikely(scenario.duplication)) {
      after(delayNs(), () -> to.run(action));
    }
  }

  /**
   * Carries a message on a requester's connection, which is reliable and keeps the order while both
   * ends live.
   */
  void connect(SimProcess from, SimProcess to, Runnable action) {
    if (from.isUp()) {
      String way = from.name + '>' + to.name;
      long arrivalNs = Math.max(nowNs + delayNs(), arrivalsNs.getOrDefault(way, 0L));
      arrivalsNs.put(way, arrivalNs);
      after(arrivalNs - nowNs, () -> to.run(action));
    }
  }
}
