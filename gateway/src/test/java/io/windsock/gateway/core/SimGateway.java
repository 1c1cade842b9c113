package io.windsock.gateway.core;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import io.windsock.gateway.core.member.Membership;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A gateway: the core under test, each step of which is checked. */
final class SimGateway extends SimProcess implements Output {
  private static final long HEARTBEAT_NS = 100 * Scenario.MS;

  private final Map<SimRequester, Requester> requesters = new HashMap<>();
  private final Map<Long, SimRequester> connections = new HashMap<>();
  private @Nullable GatewayCore core;
  private @Nullable Checker checker;
  private int incarnation;
  private long connectionCount;

  SimGateway(String name, Simulation simulation) {
    super(name, simulation);
  }

  void start() {
    CoreSettings settings = simulation.scenario.settings(name);
    long nowNs = clockNs();
    Parts parts = simulation.parts(settings, nowNs);
    core = new GatewayCore(this, parts);
    checker = new Checker(settings, simulation, parts, nowNs, incarnation > 0);
    discovered(simulation.membership());
    beat(incarnation);
    tick(incarnation);
  }

  @Override
  void crash() {
    super.crash();
    incarnation++;
    requesters.clear();
    connections.clear();
  }

  @Override
  void restart() {
    super.restart();
    start();
  }

  GatewayCore core() {
    if (core == null) {
      throw new IllegalStateException(name + " has not started");
    }
    return core;
  }

  private Checker checker() {
    if (checker == null) {
      throw new IllegalStateException(name + " has not started");
    }
    return checker;
  }

  private void beat(int of) {
    if (of != incarnation) {
      return;
    }
    for (SimGateway gateway : simulation.gateways) {
      if (gateway != this) {
        simulation.transmit(this, gateway, () -> gateway.heard(name));
      }
    }
    later(HEARTBEAT_NS, () -> beat(of));
  }

  private void tick(int of) {
    if (of != incarnation) {
      return;
    }
    long nowNs = clockNs();
    checker().ticking(nowNs);
    core().tick(nowNs);
    checker().ticked(nowNs, core().counters());
    long sweepNs = simulation.scenario.sweepMs * Scenario.MS;
    later(simulation.random.nextLong(sweepNs * 8 / 10, sweepNs), () -> tick(of));
  }

  // Messages in

  void heard(String member) {
    long nowNs = clockNs();
    checker().heard(member, nowNs);
    core().heartbeat(member, nowNs);
    checker().stepped(core().counters());
  }

  void discovered(Membership members) {
    checker().members(members);
    core().members(members, clockNs());
    checker().stepped(core().counters());
  }

  void drain(String site, boolean drain) {
    checker().drain(site, drain);
    core().drain(site, drain, clockNs());
    checker().stepped(core().counters());
  }

  void called(SimRequester from, Call call) {
    Requester requester = requesters.get(from);
    if (requester == null) {
      requester = new Requester(from.name, connectionCount++);
      requesters.put(from, requester);
      connections.put(requester.connection(), from);
    }
    long nowNs = clockNs();
    checker().calling(requester, call, nowNs);
    core().call(requester, call, nowNs);
    checker().called(core().counters());
  }

  void answered(String site, Answer answer) {
    long nowNs = clockNs();
    checker().answering(site, answer, nowNs);
    core().answer(site, answer, nowNs);
    checker().answered(answer, core().counters());
  }

  /** Takes the cancel of a call. */
  void withdrawn(SimRequester from, String id) {
    Requester requester = requesters.get(from);
    if (requester != null) {
      checker().withdrawing(requester, id);
      core().cancel(requester, id);
      checker().withdrawn(core().counters());
    }
  }

  void disconnected(SimRequester from) {
    Requester requester = requesters.remove(from);
    if (requester != null) {
      connections.remove(requester.connection());
      checker().closed(requester);
      core().closed(requester);
      checker().stepped(core().counters());
    }
  }

  /** The connection to a member is lost. */
  void lost(String member) {
    long nowNs = clockNs();
    checker().losing(member, nowNs);
    core().lost(member, nowNs);
    checker().stepped(core().counters());
  }

  private void unsent(String site, String id, int of) {
    if (of != incarnation) {
      return;
    }
    long nowNs = clockNs();
    checker().unsending(site, id);
    core().unsent(site, id, nowNs);
    checker().unsent(nowNs, core().counters());
  }

  void finish() {
    checker().finish(core());
  }

  // Messages out

  @Override
  public void send(String site, Call call) {
    checker().sent(site, call, clockNs());
    if (simulation.isLikely(simulation.scenario.unsendable)) {
      int of = incarnation;
      simulation.after(0, () -> run(() -> unsent(site, call.id(), of)));
      return;
    }
    SimSite to = simulation.site(site);
    simulation.transmit(this, to, () -> to.receive(call));
  }

  @Override
  public void cancel(String site, String id) {
    checker().cancelled(site, id);
    SimSite to = simulation.site(site);
    simulation.transmit(this, to, () -> to.cancel(id));
  }

  @Override
  public void relay(Requester requester, Answer answer) {
    checker().relayed(requester, answer, clockNs());
    SimRequester to = connections.get(requester.connection());
    if (to == null) {
      throw new Violation("an answer for a requester that has left: " + answer);
    }
    simulation.connect(this, to, () -> to.received(answer));
  }
}
