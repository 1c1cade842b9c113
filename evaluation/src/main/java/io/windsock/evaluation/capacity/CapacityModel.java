package io.windsock.evaluation.capacity;

import io.windsock.site.serve.ServerConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans the machines of each role for a demand. Pure: coefficients and a demand in, a plan out.
 *
 * <p>Every mirror applies every mirrored event, and displays and calls are spread evenly over the
 * mirrors. The plan must hold while all displays fetch initial state, so it is the worst moment
 * that counts.
 */
public final class CapacityModel {
  /** The role that serves displays. */
  public static final String MIRROR = "mirror";

  /** The role that passes calls on to mirrors. */
  public static final String GATEWAY = "gateway";

  /** The site that applies every event and serves regular clients, which are not counted here. */
  public static final String CENTRAL = "central site";

  /** The role that stores topics. */
  public static final String BROKER = "broker";

  /** The role that decides what is mirrored. */
  public static final String TOPOLOGY = "topology";

  /** How often per second the topology commits at the most, and so how often a site gets events. */
  private static final double COMMITS_PER_SECOND = 10;

  /** A stream's reports of its position per second. */
  static final double HEARTBEATS_PER_SECOND = 0.2;

  /** Bytes of an event in a topic besides its value: key, header, framing of the batch. */
  static final double RECORD_BYTES = 40;

  /** The gateways that each call is made at, and so the least that there are. */
  private static final int GATEWAYS_OF_CALL = 2;

  private static final double US_PER_SECOND = 1e6;
  private static final double BYTES_PER_KB = 1e3;
  private static final double KB_PER_MBIT = 125;

  private final Coefficients costs;

  /** Creates a model with these coefficients. */
  public CapacityModel(Coefficients costs) {
    this.costs = costs;
  }

  /** Returns how many transactions per second have so many events, spread evenly over time. */
  public static double commits(double eventsPerSecond) {
    return Math.min(eventsPerSecond, COMMITS_PER_SECOND);
  }

  /** Returns the plan; {@link Plan#fits} says whether any number of mirrors can carry the load. */
  public Plan plan(Demand demand) {
    long sites = sites(demand);
    double copiesMbit = mirrored(demand) * recordKb(demand) * sites / KB_PER_MBIT;
    List<RolePlan> roles = new ArrayList<>(List.of(mirrors(demand, sites)));
    if (demand.load().calls() > 0) {
      roles.add(gateways(demand));
    }
    roles.addAll(List.of(central(demand), brokers(demand, sites), topology(demand)));
    return new Plan(roles, copiesMbit, costs.origin());
  }

  private static double mirrored(Demand demand) {
    return demand.load().events() * demand.load().mirroredShare();
  }

  private static double recordKb(Demand demand) {
    return (demand.load().eventBytes() + RECORD_BYTES) / BYTES_PER_KB;
  }

  /**
   * Returns how many mirrors it takes; if no number of them can, as many as have enough streams and
   * can answer the calls, so that the plan shows what it is that more mirrors do not help.
   */
  private long sites(Demand demand) {
    Demand.Load load = demand.load();
    long carried = Math.max(1, (long) Math.ceil(Math.max(load.displays(), load.calls())));
    if (!mirror(demand, carried).fits()) {
      double forStreams = load.displays() / ServerConfig.Streams.standard().maxClients();
      double forCalls = processors(demand.machine(), callUs(load.calls())).share();
      return Math.max(1, (long) Math.ceil(Math.max(forStreams, forCalls)));
    }
    long tooFew = 0;
    while (carried - tooFew > 1) {
      long middle = (tooFew + carried) >>> 1;
      if (mirror(demand, middle).fits()) {
        carried = middle;
      } else {
        tooFew = middle;
      }
    }
    return carried;
  }

  private RolePlan mirrors(Demand demand, long sites) {
    RolePlan one = mirror(demand, sites);
    return new RolePlan(MIRROR, sites, one.uses(), one.inMbit(), one.outMbit(), one.memoryBytes());
  }

  /** Returns one of so many mirrors. */
  private RolePlan mirror(Demand demand, long sites) {
    double displays = Math.ceil(demand.load().displays() / sites);
    Work work =
        siteWork(demand, mirrored(demand), displays)
            .with(Quantity.CALLS, demand.load().calls() / sites);
    double streams = displays / ServerConfig.Streams.standard().maxClients();
    return site(MIRROR, demand, work, streams);
  }

  private RolePlan central(Demand demand) {
    return site(CENTRAL, demand, siteWork(demand, demand.load().events(), 0), 0);
  }

  /** Returns the work of a site. */
  private Work siteWork(Demand demand, double applied, double displays) {
    Demand.Load load = demand.load();
    double updates = displays * load.updatesPerDisplay();
    double messages =
        displays * (Math.min(load.updatesPerDisplay(), COMMITS_PER_SECOND) + HEARTBEATS_PER_SECOND);
    double starts = displays / load.reconnectSeconds();
    double viewKb = load.viewBytes() / BYTES_PER_KB;
    Work work =
        Work.idle()
            .with(Quantity.PARTITIONS, demand.machine().partitions())
            .with(Quantity.COMMITS, commits(applied))
            .with(Quantity.EVENTS, applied)
            .with(Quantity.EVENT_KB, applied * load.eventBytes() / BYTES_PER_KB)
            .with(Quantity.UPDATES, updates)
            .with(Quantity.UPDATE_KB, updates * load.eventBytes() / BYTES_PER_KB)
            .with(Quantity.MESSAGES, messages)
            .with(Quantity.REQUESTS, starts)
            .with(Quantity.ENCODED_KB, Math.min(starts, COMMITS_PER_SECOND * load.views()) * viewKb)
            .with(Quantity.KEYS, load.keys())
            .with(Quantity.DISPLAYS, displays);
    return work.with(Quantity.SENT_KB, costs.updateKb().of(work) + starts * viewKb);
  }

  private RolePlan site(String role, Demand demand, Work work, double streams) {
    Demand.Machine machine = demand.machine();
    double calls = work.of(Quantity.CALLS);
    // A site answers both gateways: it sends less than both receive and send of a call, halved.
    double callMbit = passedKb(GATEWAYS_OF_CALL * calls) / 2 / KB_PER_MBIT;
    double inMbit = work.of(Quantity.EVENTS) * recordKb(demand) / KB_PER_MBIT + callMbit;
    double outMbit = work.of(Quantity.SENT_KB) / KB_PER_MBIT + callMbit;
    double applyUs =
        costs.siteUs().of(work, Quantity.EVENTS) + costs.siteUs().of(work, Quantity.EVENT_KB);
    return new RolePlan(
        role,
        1,
        List.of(
            processors(machine, costs.siteUs().of(work) + callUs(calls)),
            new Use(Use.APPLY_THREAD, applyUs / US_PER_SECOND / machine.headroom()),
            new Use(Use.NETWORK_IN, network(machine, inMbit)),
            new Use(Use.NETWORK_OUT, network(machine, outMbit)),
            new Use(Use.STREAMS, streams)),
        inMbit,
        outMbit,
        costs.siteBytes().of(work));
  }

  /** Returns the processor time that answering so many calls costs sites. */
  private double callUs(double calls) {
    return costs.callUs().of(Work.idle().with(Quantity.CALLS, calls), Quantity.CALLS);
  }

  /** Returns the kilobytes that gateways receive and send when they pass on so many calls. */
  private double passedKb(double calls) {
    Work work = Work.idle().with(Quantity.PASSED, calls);
    return costs.gatewayKb().of(work, Quantity.PASSED);
  }

  private RolePlan gateways(Demand demand) {
    double passed = GATEWAYS_OF_CALL * demand.load().calls();
    Work work = Work.idle().with(Quantity.PASSED, passed);
    double mbit = passedKb(passed) / 2 / KB_PER_MBIT; // about as much in as out
    Total total =
        new Total(
            costs.gatewayUs().of(Work.idle()),
            costs.gatewayUs().of(work, Quantity.PASSED),
            mbit,
            mbit);
    return spread(GATEWAY, demand.machine(), total, GATEWAYS_OF_CALL);
  }

  private RolePlan brokers(Demand demand, long sites) {
    Demand.Machine machine = demand.machine();
    double events = demand.load().events();
    double mirrored = mirrored(demand);
    Work once = Work.idle().with(Quantity.EVENTS, events).with(Quantity.MIRRORED, mirrored);
    double baseUs = costs.brokerUs().of(Work.idle());
    double replicatedUs =
        machine.replication()
            * (costs.brokerUs().of(once, Quantity.EVENTS)
                + costs.brokerUs().of(once, Quantity.MIRRORED));
    double onceUs =
        costs
            .brokerUs()
            .of(
                Work.idle()
                    .with(Quantity.PARTITIONS, machine.partitions())
                    .with(Quantity.COMMITS, commits(events))
                    .with(Quantity.COPIES, mirrored * sites));
    double writtenKb = (2 * events + mirrored) * recordKb(demand);
    double readKb = (2 * events + mirrored * sites) * recordKb(demand);
    double inMbit = writtenKb * machine.replication() / KB_PER_MBIT;
    double outMbit = (readKb + writtenKb * (machine.replication() - 1)) / KB_PER_MBIT;
    return spread(
        BROKER,
        machine,
        new Total(baseUs, replicatedUs + onceUs - baseUs, inMbit, outMbit),
        Math.round(machine.replication()));
  }

  private RolePlan topology(Demand demand) {
    double events = demand.load().events();
    double mirrored = mirrored(demand);
    Work each = Work.idle().with(Quantity.COMMITS, commits(events)); // every instance commits
    Work work =
        each.with(Quantity.PARTITIONS, demand.machine().partitions())
            .with(Quantity.EVENTS, events)
            .with(Quantity.MIRRORED, mirrored);
    double baseUs = costs.topologyUs().of(each);
    double inMbit = events * recordKb(demand) / KB_PER_MBIT;
    double outMbit = (events + mirrored) * recordKb(demand) / KB_PER_MBIT;
    Total total = new Total(baseUs, costs.topologyUs().of(work) - baseUs, inMbit, outMbit);
    return spread(TOPOLOGY, demand.machine(), total, 1);
  }

  /** What all machines of a role do together, besides what each costs by itself. */
  private record Total(double baseUs, double us, double inMbit, double outMbit) {}

  /** Returns as few machines as carry the total; {@code least} if no number of them does. */
  private static RolePlan spread(String role, Demand.Machine machine, Total total, long least) {
    double spareUs = machine.processors() * machine.headroom() * US_PER_SECOND - total.baseUs();
    double mbit = machine.networkMbit() * machine.headroom();
    double wanted =
        Math.max(
            spareUs > 0 ? total.us() / spareUs : 0,
            Math.max(total.inMbit(), total.outMbit()) / mbit);
    long machines = Math.max(least, (long) Math.ceil(wanted));
    double inMbit = total.inMbit() / machines;
    double outMbit = total.outMbit() / machines;
    return new RolePlan(
        role,
        machines,
        List.of(
            processors(machine, total.baseUs() + total.us() / machines),
            new Use(Use.NETWORK_IN, network(machine, inMbit)),
            new Use(Use.NETWORK_OUT, network(machine, outMbit))),
        inMbit,
        outMbit,
        0);
  }

  private static Use processors(Demand.Machine machine, double us) {
    return new Use(
        Use.PROCESSORS, us / (US_PER_SECOND * machine.processors() * machine.headroom()));
  }

  private static double network(Demand.Machine machine, double mbit) {
    return mbit / (machine.networkMbit() * machine.headroom());
  }
}
