package io.windsock.gateway.core;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A site: it serves one call after the other. In a chaotic simulation it may be behind, may ignore
 * what a caller has seen, and may answer garbage.
 */
final class SimSite extends SimProcess {
  private static final byte[] NO_BODY = {};
  private static final long POSITION_NS = 10 * Scenario.MS;
  private static final long HEARTBEAT_NS = 100 * Scenario.MS;

  private final Set<String> cancelled = new HashSet<>();
  private final int lag;
  private final boolean sloppy;
  private int incarnation;
  private int waiting;
  private long freeNs;
  boolean ready = true;
  boolean draining;

  SimSite(String name, Simulation simulation) {
    super(name, simulation);
    boolean faulty = simulation.scenario.faulty;
    lag = faulty ? simulation.random.nextInt(20) : 0;
    sloppy = faulty && simulation.random.nextBoolean();
  }

  void start() {
    beat(incarnation);
  }

  private void beat(int of) {
    if (of != incarnation) {
      return;
    }
    for (SimGateway gateway : simulation.gateways) {
      simulation.transmit(this, gateway, () -> gateway.heard(name));
    }
    later(HEARTBEAT_NS, () -> beat(of));
  }

  @Override
  void crash() {
    super.crash();
    incarnation++;
  }

  @Override
  void restart() {
    super.restart();
    waiting = 0;
    freeNs = 0;
    cancelled.clear();
    ready = false;
    beat(incarnation);
    later(200 * Scenario.MS, () -> ready = true);
  }

  String incarnation() {
    return Integer.toString(incarnation);
  }

  void cancel(String id) {
    cancelled.add(id);
  }

  void receive(Call call) {
    if (!ready) {
      answer(call, Status.BEHIND, null);
    } else if (waiting >= simulation.scenario.siteLimit) {
      answer(call, Status.BUSY, null);
    } else {
      waiting++;
      long startNs = Math.max(freeNs, simulation.nowNs());
      freeNs = startNs + simulation.serviceNs();
      long dueNs = clockNs() + call.remainingMs() * Scenario.MS;
      int of = incarnation;
      simulation.after(freeNs - simulation.nowNs(), () -> run(() -> serve(call, dueNs, of)));
    }
  }

  private void serve(Call call, long dueNs, int of) {
    if (of != incarnation) {
      return;
    }
    waiting--;
    if (cancelled.remove(call.id())) {
      return;
    }
    Token at = position();
    Token since = call.since();
    if (clockNs() >= dueNs) {
      answer(call, Status.LATE, null);
    } else if (simulation.isLikely(simulation.scenario.garbage)) {
      garbage(call);
    } else if (since != null && !sloppy && !at.covers(since)) {
      answer(call, Status.BEHIND, null);
    } else {
      answer(call, simulation.random.nextInt(5) == 0 ? Status.ABSENT : Status.FOUND, at);
    }
  }

  private Token position() {
    long position = Math.max(0, simulation.nowNs() / POSITION_NS - lag);
    return new Token(1, new long[] {position, position + 7});
  }

  private void garbage(Call call) {
    switch (simulation.random.nextInt(5)) {
      case 0 -> answer(call, Status.FOUND, null);
      case 1 -> answer(call, Status.FAILED, null);
      case 2 -> answer(call, Status.FOUND, new Token(2, new long[] {1L << 40}));
      case 3 -> answer(call, Status.FOUND, new Token(1, new long[] {0, 0}));
      default ->
          send(
              call,
              new Answer(
                  "nobody:" + call.id(), Status.FOUND, name, position(), body(call), "", ""));
    }
  }

  private void answer(Call call, Status status, @Nullable Token at) {
    byte[] body = status == Status.FOUND ? body(call) : NO_BODY;
    send(call, new Answer(call.id(), status, name, at, body, "", ""));
  }

  /** Returns what answers a call, and no call that asks something else. */
  private static byte[] body(Call call) {
    return ModelAnswers.body(call.question());
  }

  private void send(Call call, Answer answer) {
    for (String gateway : call.gateways()) {
      SimGateway to = simulation.gateway(gateway);
      simulation.transmit(this, to, () -> to.answered(name, answer));
    }
  }
}
