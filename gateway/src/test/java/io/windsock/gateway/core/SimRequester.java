package io.windsock.gateway.core;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A caller: it sends each call to some gateways and takes the first final answer. */
final class SimRequester extends SimProcess {
  /** How far back ids go that are used again. */
  private static final int RECENT = 8;

  private static final int[] DEADLINES_MS = {100, 100, 100, 250, 600};
  private static final int[] HARD_DEADLINES_MS = {100, 100, 40, 250, 1_200, 1};

  /** A call as its caller sees it. */
  private static final class Asked {
    private final Call call;
    private final long sentNs;
    private @Nullable Answer taken;
    private long takenNs;
    private boolean cancelled;

    Asked(Call call, long sentNs) {
      this.call = call;
      this.sentNs = sentNs;
    }
  }

  private final Map<String, Asked> asked = new HashMap<>();
  private @Nullable Token seen;
  private int number;

  SimRequester(String name, Simulation simulation) {
    super(name, simulation);
  }

  /** Sends the next call, and goes on until all have been sent. */
  void next(int rest) {
    if (rest == 0) {
      return;
    }
    if (simulation.random.nextInt(1_000) < simulation.scenario.invalidPerMille) {
      sendInvalid();
    } else {
      ask(call("c" + number++));
    }
    long gapNs = simulation.scenario.gapNs;
    later(simulation.random.nextLong(gapNs / 4, gapNs * 7 / 4), () -> next(rest - 1));
  }

  private void sendInvalid() {
    Call valid = call("c" + number);
    boolean repeats = !simulation.scenario.isStrict() && simulation.random.nextBoolean();
    String id = repeats && number > 0 ? recent() : "not valid";
    Call call = new Call(id, valid.question(), valid.remainingMs(), valid.since(), 1, List.of());
    SimGateway gateway =
        simulation.gateways.get(simulation.random.nextInt(simulation.gateways.size()));
    simulation.connect(this, gateway, () -> gateway.called(this, call));
  }

  /** Returns a recent id: its call may be pending, or over while sites still answer it. */
  private String recent() {
    return "c" + (number - 1 - simulation.random.nextInt(Math.min(number, RECENT)));
  }

  private Call call(String id) {
    boolean view = simulation.random.nextInt(5) == 0;
    Question question =
        view
            ? new Question.OfView("board", "", Integer.MAX_VALUE)
            : new Question.OfKey("k" + simulation.random.nextInt(100));
    int[] deadlines = simulation.scenario.isStrict() ? DEADLINES_MS : HARD_DEADLINES_MS;
    int deadlineMs = deadlines[simulation.random.nextInt(deadlines.length)];
    Token since = simulation.random.nextInt(4) == 0 ? null : seen;
    return new Call(id, question, deadlineMs, since, copies(), List.of());
  }

  private int copies() {
    int all = simulation.gateways.size();
    boolean mayFail = simulation.scenario.kind != Scenario.Kind.ONE_FAULT;
    if (mayFail && simulation.random.nextInt(8) == 0) {
      return 1;
    }
    return simulation.random.nextInt(3) == 0 ? all : Math.min(2, all);
  }

  private void ask(Call call) {
    List<SimGateway> chosen = new ArrayList<>(simulation.gateways);
    while (chosen.size() > call.copies()) {
      chosen.remove(simulation.random.nextInt(chosen.size()));
    }
    List<String> names = chosen.stream().map(gateway -> gateway.name).toList();
    boolean named = call.copies() < simulation.gateways.size();
    Call sent =
        new Call(
            call.id(),
            call.question(),
            call.remainingMs(),
            call.since(),
            call.copies(),
            named ? names : List.of());
    asked.put(call.id(), new Asked(sent, clockNs()));
    for (SimGateway gateway : chosen) {
      simulation.connect(this, gateway, () -> gateway.called(this, sent));
    }
    if (simulation.random.nextInt(1_000) < simulation.scenario.cancelledPerMille) {
      long afterNs = simulation.random.nextLong(call.remainingMs() * Scenario.MS);
      later(afterNs, () -> cancel(call.id(), chosen));
    }
  }

  /** Cancels a call that has no answer, at each gateway that was asked. */
  private void cancel(String id, List<SimGateway> chosen) {
    Asked call = asked.get(id);
    if (call == null || call.taken != null) {
      return;
    }
    call.cancelled = true;
    for (SimGateway gateway : chosen) {
      simulation.connect(this, gateway, () -> gateway.withdrawn(this, id));
    }
  }

  void received(Answer answer) {
    Asked call = asked.get(answer.id());
    boolean served = answer.status().isFinal() && answer.at() != null;
    if (call != null && served && call.taken == null) {
      call.taken = answer;
      call.takenNs = clockNs();
      Token at = answer.at();
      if (at != null && (seen == null || at.covers(seen))) {
        seen = at;
      }
    }
  }

  /** Checks that each call was answered in time. */
  void checkInTime() {
    for (Asked call : asked.values()) {
      if (call.cancelled) {
        continue;
      }
      long tookNs = call.takenNs - call.sentNs;
      if (call.taken == null || tookNs > call.call.remainingMs() * Scenario.MS) {
        throw new Violation(
            "a call of "
                + name
                + " missed its deadline without a fault that explains it: "
                + call.call
                + (call.taken == null ? ", no answer" : ", took " + tookNs / 1e6 + " ms"));
      }
    }
  }
}
