package io.windsock.evaluation.capacity;

import io.windsock.site.serve.ServerConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

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

  /** A stream's reports of its position per second. */
  static final double HEARTBEATS_PER_SECOND = 0.2;

  /** Bytes of an event in a topic besides its value: key, header, framing of the batch. */
  static final double RECORD_BYTES = 40;

  /** The gateways that each call is made at, and so the least that there are. */
  private static final int GATEWAYS_OF_CALL = 2;

  /** What a site's thread that applies events does. */
  private static final List<Quantity> APPLYING =
      List.of(
          Quantity.PARTITION_COMMITS, Quantity.CHANGED_KEYS, Quantity.EVENTS, Quantity.EVENT_KB);

  private static final double US_PER_SECOND = 1e6;
  private static final double BYTES_PER_KB = 1e3;
  private static final double KB_PER_MBIT = 125;

  private final Coefficients costs;

  /** Creates a model with these coefficients. */
  public CapacityModel(Coefficients costs) {
    this.costs = costs;
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
      double forCalls =
          processors(
                  demand.machine(),
                  costs.callUs().of(Work.idle().with(Quantity.CALLS, load.calls()), Quantity.CALLS))
              .share();
      return Math.max(1, (long) Math.ceil(Math.max(forStreams, forCalls)));
    }
    return fewest(1, carried, sites -> mirror(demand, sites).fits());
  }

  /** Returns the least number that fits, where {@code most} and all above the least do. */
  private static long fewest(long least, long most, LongPredicate fits) {
    long tooFew = least - 1;
    long carried = most;
    while (carried - tooFew > 1) {
      long middle = (tooFew + carried) >>> 1;
      if (fits.test(middle)) {
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
            .with(Quantity.CALLS, demand.load().calls() / sites)
            .with(Quantity.CALL_BATCHES, Arrivals.batches(demand.load().calls() / sites));
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
        displays * (Arrivals.commits(load.updatesPerDisplay()) + HEARTBEATS_PER_SECOND);
    double starts = displays / load.reconnectSeconds();
    double viewKb = load.viewBytes() / BYTES_PER_KB;
    double encodings = Math.min(starts, Arrivals.commits(applied) * load.views());
    Work work =
        Work.idle()
            .with(Quantity.PARTITIONS, demand.machine().partitions())
            .with(Quantity.COMMITS, Arrivals.commits(applied))
            .with(
                Quantity.PARTITION_COMMITS,
                Arrivals.partitionCommits(applied, demand.machine().partitions()))
            .with(Quantity.CHANGED_KEYS, Arrivals.changedKeys(applied, load.keys()))
            .with(Quantity.EVENTS, applied)
            .with(Quantity.EVENT_KB, applied * load.eventBytes() / BYTES_PER_KB)
            .with(Quantity.UPDATES, updates)
            .with(Quantity.UPDATE_KB, updates * load.eventBytes() / BYTES_PER_KB)
            .with(Quantity.MESSAGES, messages)
            .with(Quantity.REQUESTS, starts)
            .with(Quantity.ENCODINGS, encodings)
            .with(Quantity.ENCODED_KB, encodings * viewKb)
            .with(Quantity.KEYS, load.keys())
            .with(Quantity.DISPLAYS, displays);
    return work.with(Quantity.SENT_KB, costs.updateKb().of(work) + starts * viewKb);
  }

  private RolePlan site(String role, Demand demand, Work work, double streams) {
    Demand.Machine machine = demand.machine();
    double calls = work.of(Quantity.CALLS);
    // A site answers both gateways: it sends less than both receive and send of a call, halved.
    // What it receives, a question, is a small part of that and not counted.
    double callMbit = passedKb(GATEWAYS_OF_CALL * calls) / 2 / KB_PER_MBIT;
    double inMbit = work.of(Quantity.EVENTS) * recordKb(demand) / KB_PER_MBIT;
    double outMbit = work.of(Quantity.SENT_KB) / KB_PER_MBIT + callMbit;
    double applyUs =
        APPLYING.stream().mapToDouble(quantity -> costs.siteUs().of(work, quantity)).sum();
    return new RolePlan(
        role,
        1,
        List.of(
            processors(machine, costs.siteUs().of(work) + callUs(work)),
            new Use(Use.APPLY_THREAD, applyUs / US_PER_SECOND / machine.headroom()),
            new Use(Use.NETWORK_IN, network(machine, inMbit)),
            new Use(Use.NETWORK_OUT, network(machine, outMbit)),
            new Use(Use.STREAMS, streams)),
        inMbit,
        outMbit,
        costs.siteMemory(work));
  }

  /** Returns the processor time that answering calls costs a site. */
  private double callUs(Work work) {
    return costs.callUs().of(work, Quantity.CALLS) + costs.callUs().of(work, Quantity.CALL_BATCHES);
  }

  /** Returns the kilobytes that gateways receive and send when they pass on so many calls. */
  private double passedKb(double calls) {
    Work work = Work.idle().with(Quantity.PASSED, calls);
    return costs.gatewayKb().of(work, Quantity.PASSED);
  }

  private RolePlan gateways(Demand demand) {
    long most = Math.max(GATEWAYS_OF_CALL, (long) Math.ceil(demand.load().calls()));
    long gateways =
        gateway(demand, most).fits()
            ? fewest(GATEWAYS_OF_CALL, most, count -> gateway(demand, count).fits())
            : GATEWAYS_OF_CALL;
    RolePlan one = gateway(demand, gateways);
    return new RolePlan(GATEWAY, gateways, one.uses(), one.inMbit(), one.outMbit(), 0);
  }

  /** Returns one of so many gateways. */
  private RolePlan gateway(Demand demand, long gateways) {
    Demand.Machine machine = demand.machine();
    double passed = GATEWAYS_OF_CALL * demand.load().calls() / gateways;
    Work work =
        Work.idle()
            .with(Quantity.PASSED, passed)
            .with(Quantity.PASSED_BATCHES, Arrivals.batches(passed));
    double mbit = passedKb(passed) / 2 / KB_PER_MBIT; // about as much in as out
    return new RolePlan(
        GATEWAY,
        1,
        List.of(
            processors(machine, costs.gatewayUs().of(work)),
            new Use(Use.NETWORK_IN, network(machine, mbit)),
            new Use(Use.NETWORK_OUT, network(machine, mbit))),
        mbit,
        mbit,
        0);
  }

  private RolePlan brokers(Demand demand, long sites) {
    Demand.Machine machine = demand.machine();
    double events = demand.load().events();
    double mirrored = mirrored(demand);
    double eventKb = demand.load().eventBytes() / BYTES_PER_KB;
    Work replicated =
        Work.idle()
            .with(Quantity.EVENTS, events)
            .with(Quantity.EVENT_KB, events * eventKb)
            .with(Quantity.MIRRORED, mirrored);
    Work once =
        Work.idle()
            .with(Quantity.PARTITIONS, machine.partitions())
            .with(Quantity.COMMITS, Arrivals.commits(events))
            .with(
                Quantity.PARTITION_COMMITS, Arrivals.partitionCommits(events, machine.partitions()))
            .with(Quantity.COPIES, mirrored * sites);
    Cost cost = costs.brokerUs();
    double baseUs = cost.of(Work.idle());
    double us = machine.replication() * (cost.of(replicated) - baseUs) + cost.of(once) - baseUs;
    double writtenKb = (2 * events + mirrored) * recordKb(demand);
    double readKb = (2 * events + mirrored * sites) * recordKb(demand);
    double inMbit = writtenKb * machine.replication() / KB_PER_MBIT;
    double outMbit = (readKb + writtenKb * (machine.replication() - 1)) / KB_PER_MBIT;
    return spread(
        BROKER, machine, new Total(baseUs, us, inMbit, outMbit), Math.round(machine.replication()));
  }

  private RolePlan topology(Demand demand) {
    double events = demand.load().events();
    double mirrored = mirrored(demand);
    Work each =
        Work.idle().with(Quantity.COMMITS, Arrivals.commits(events)); // every instance commits
    Work work =
        each.with(Quantity.PARTITIONS, demand.machine().partitions())
            .with(
                Quantity.PARTITION_COMMITS,
                Arrivals.partitionCommits(events, demand.machine().partitions()))
            .with(Quantity.CHANGED_KEYS, Arrivals.changedKeys(events, demand.load().keys()))
            .with(Quantity.EVENTS, events)
            .with(Quantity.EVENT_KB, events * demand.load().eventBytes() / BYTES_PER_KB)
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
