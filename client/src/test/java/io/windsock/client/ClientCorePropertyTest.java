package io.windsock.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Rendezvous;
import io.windsock.contracts.query.Responder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Any order of calls, answers, ticks, and gateways that come and go: each call has one outcome,
 * which is the first final answer that counts, BUSY if its primary sheds it and no backup can do
 * it, or LATE at its deadline and no sooner.
 */
class ClientCorePropertyTest {
  private static final int STEPS = 300;
  private static final long MS = 1_000_000;
  private static final long SWEEP_NS = 5 * MS;
  private static final int MAX_DEADLINE_MS = 120;

  @Property(tries = 500)
  void shouldGiveEachCallOneOutcome(@ForAll long seed) {
    World world = new World(new Random(seed));
    for (int i = 0; i < STEPS; i++) {
      world.step();
    }
    world.settle();
  }

  /** What is known of a call, as its caller and its gateways see it. */
  private static final class Asked {
    final PendingCall call;
    final List<Answer> outcomes = new ArrayList<>();
    final boolean[] sentTo;
    final boolean[] refusedBy;
    List<String> askedLast = List.of();
    @Nullable Answer expected;
    int sends;
    boolean sent;
    boolean cancelled;

    Asked(PendingCall call, int gateways) {
      this.call = call;
      this.sentTo = new boolean[gateways];
      this.refusedBy = new boolean[gateways];
    }
  }

  /** A client's core among gateways that do anything. */
  private static final class World implements ClientCore.Output {
    private final Random random;
    private final int gateways;
    private final ClientCore core;
    private final Position position = new Position(true);
    private final Map<String, Asked> asked = new HashMap<>();
    private final List<String> ids = new ArrayList<>();
    private final boolean[] up;
    private final Map<Integer, Long> busyNs = new HashMap<>();
    private long nowNs;
    private int redundant;
    private int withdrawn;
    private final Set<Integer> cancelledAt = new HashSet<>();

    World(Random random) {
      this.random = random;
      this.nowNs = random.nextLong() / 4; // System.nanoTime may be negative
      this.gateways = 1 + random.nextInt(3);
      this.up = new boolean[gateways];
      Gateways known = new Gateways(gateways, 300 * MS);
      core = new ClientCore("me", 1 + random.nextInt(2), known, position, this, SWEEP_NS, nowNs);
    }

    void step() {
      switch (random.nextInt(9)) {
        case 0, 1 -> ask();
        case 2, 3, 4 -> answer();
        case 5 -> tick(random.nextInt(20) * MS + random.nextInt(1_000_000));
        case 6 -> heartbeat();
        case 7 -> cancel();
        default -> {
          if (random.nextInt(4) == 0) {
            down(random.nextInt(gateways));
          }
        }
      }
      assertThat(core.pending())
          .isEqualTo((int) asked.values().stream().filter(World::isPending).count());
    }

    private static boolean isPending(Asked known) {
      return known.outcomes.isEmpty() && !known.cancelled;
    }

    /** Cancels a call, which may have its outcome. */
    private void cancel() {
      if (ids.isEmpty() || random.nextInt(3) != 0) {
        return;
      }
      int recent = Math.max(0, ids.size() - 1 - random.nextInt(5));
      Asked known = Objects.requireNonNull(asked.get(ids.get(recent)));
      boolean pending = isPending(known);
      cancelledAt.clear();
      withdrawn = 0;
      core.cancel(known.call);
      known.cancelled |= pending;
      assertThat(withdrawn).isEqualTo(pending ? 1 : 0);
      for (int slot = 0; slot < gateways; slot++) {
        boolean works = pending && known.sentTo[slot] && !known.refusedBy[slot];
        assertThat(cancelledAt.contains(slot)).as("cancelled at %d", slot).isEqualTo(works);
      }
    }

    @Override
    public void cancel(int slot, String id) {
      cancelledAt.add(slot);
    }

    @Override
    public void cancelled(PendingCall call) {
      withdrawn++;
    }

    private void ask() {
      long deadlineNs = nowNs + (random.nextInt(MAX_DEADLINE_MS) - 2) * MS;
      Asked[] mine = new Asked[1];
      PendingCall call =
          new PendingCall(
              new Question.OfKey("k"),
              nowNs - random.nextInt(3) * MS,
              deadlineNs,
              answer -> mine[0].outcomes.add(answer));
      mine[0] = new Asked(call, gateways);
      String id = "c" + ids.size();
      asked.put(id, mine[0]);
      ids.add(id);
      core.ask(call, id, nowNs);
    }

    @Override
    public boolean send(int slot, Call call) {
      Asked known = Objects.requireNonNull(asked.get(call.id()));
      assertThat(up[slot]).isTrue();
      assertThat(known.outcomes).isEmpty();
      assertThat(known.sentTo[slot]).as("asked twice over one connection").isFalse();
      assertThat(call.remainingMs()).isBetween(1, MAX_DEADLINE_MS);
      assertThat(call.copies()).isEqualTo(call.gateways().size());
      assertThat(call.gateways()).contains("g" + slot);
      known.askedLast = call.gateways();
      known.sends++;
      if (random.nextInt(50) == 0) { // the connection is found lost while the call is sent on it
        known.sent = true;
        down(slot);
        return true;
      }
      boolean taken = random.nextInt(10) != 0;
      known.sentTo[slot] = taken;
      known.sent |= taken;
      return taken;
    }

    private void answer() {
      if (ids.isEmpty()) {
        return;
      }
      int slot = random.nextInt(gateways);
      int recent = Math.max(0, ids.size() - 1 - random.nextInt(10));
      Answer answer = answer(random.nextInt(20) == 0 ? "unknown" : ids.get(recent));
      Asked known = asked.get(answer.id());
      boolean pending = known != null && isPending(known);
      boolean taken =
          known != null && pending && nowNs < known.call.deadlineNs && counts(known.call, answer);
      int before = redundant;
      if (answer.status() == Status.BUSY && answer.site().isEmpty()) {
        busyNs.put(slot, nowNs);
      }
      boolean refused = known != null && pending && !taken && known.sentTo[slot];
      boolean shed = known != null && refused && isShed(known, slot, answer);
      boolean[] working = new boolean[gateways];
      if (known != null && refused) {
        known.refusedBy[slot] = true;
        for (int i = 0; i < gateways; i++) {
          working[i] = shed && known.sentTo[i] && !known.refusedBy[i];
        }
      }
      up[slot] = true;
      cancelledAt.clear();
      int sends = known == null ? 0 : known.sends;
      core.answers(slot, new AnswerBatch(responder(slot), List.of(answer)), nowNs);
      for (int i = 0; i < gateways; i++) {
        assertThat(cancelledAt.contains(i)).as("cancelled at %d", i).isEqualTo(working[i]);
      }
      if (known != null && known.sends > sends) {
        assertThat(taken).as("asked elsewhere, though answered").isFalse();
      } else if (known != null && shed) {
        assertThat(known.outcomes).hasSize(1);
        assertThat(known.outcomes.get(0).status()).isEqualTo(Status.BUSY);
      } else if (known != null && taken) {
        known.expected = answer;
        assertThat(known.outcomes).containsExactly(answer);
      } else if (!pending) {
        assertThat(redundant).isEqualTo(before + 1);
      }
    }

    /** Whether the gateway that ranks first of those asked last sheds the call in time. */
    private boolean isShed(Asked known, int slot, Answer answer) {
      if (answer.status() != Status.BUSY
          || !answer.site().isEmpty()
          || known.refusedBy[slot]
          || !areOthersBusy(known, slot)
          || nowNs - known.call.askedNs >= (known.call.deadlineNs - known.call.askedNs) / 2) {
        return false;
      }
      long hash = Rendezvous.hash("me:" + answer.id());
      long own = Rendezvous.score(hash, Rendezvous.hash("g" + slot));
      return known.askedLast.contains("g" + slot)
          && known.askedLast.stream()
              .allMatch(gateway -> Rendezvous.score(hash, Rendezvous.hash(gateway)) <= own);
    }

    private boolean areOthersBusy(Asked known, int slot) {
      for (int other = 0; other < gateways; other++) {
        boolean works = other != slot && known.sentTo[other] && !known.refusedBy[other];
        Long atNs = busyNs.get(other);
        if (works && (atNs == null || nowNs - atNs > Gateways.BUSY_NS)) {
          return false;
        }
      }
      return true;
    }

    private static boolean counts(PendingCall call, Answer answer) {
      Token at = answer.at();
      return switch (answer.status()) {
        case INVALID -> true;
        case FOUND, ABSENT -> at != null && (call.since == null || at.covers(call.since));
        default -> false;
      };
    }

    private Answer answer(String id) {
      Status[] statuses = Status.values();
      Status status = statuses[random.nextInt(statuses.length)];
      boolean read = status == Status.FOUND || status == Status.ABSENT;
      long[] next = {random.nextInt(4), random.nextInt(4)};
      Token at = read && random.nextInt(10) != 0 ? new Token(1, next) : null;
      boolean refusal = status == Status.BUSY || status == Status.FAILED;
      String site = refusal && random.nextBoolean() ? "" : "m";
      return new Answer(id, status, site, at, new byte[0], "e", "r");
    }

    private Responder responder(int slot) {
      return new Responder("g" + slot, "run", random.nextInt(5) != 0, false, 0, 0);
    }

    private void heartbeat() {
      int slot = random.nextInt(gateways);
      up[slot] = true;
      core.answers(slot, new AnswerBatch(responder(slot), List.of()), nowNs);
    }

    private void down(int slot) {
      up[slot] = false;
      for (Asked known : asked.values()) {
        known.sentTo[slot] = false;
        known.refusedBy[slot] = false;
      }
      core.down(slot, nowNs);
    }

    private void tick(long ns) {
      nowNs += ns;
      core.tick(nowNs);
      for (Asked known : asked.values()) {
        if (nowNs - known.call.deadlineNs >= 2 * SWEEP_NS) {
          assertThat(known.outcomes).as("deadline passed").hasSize(known.cancelled ? 0 : 1);
        }
      }
    }

    void settle() {
      for (int i = 0; i < 60; i++) {
        tick(SWEEP_NS);
      }
      assertThat(core.pending()).isZero();
      for (Asked known : asked.values()) {
        assertThat(known.outcomes).hasSize(known.cancelled ? 0 : 1);
        if (known.cancelled) {
          continue;
        }
        Answer outcome = known.outcomes.get(0);
        if (known.expected != null) {
          assertThat(outcome).isSameAs(known.expected);
        } else {
          assertThat(outcome.status().isFinal()).isFalse();
        }
        if (!known.sent && known.expected == null) {
          assertThat(outcome.status()).isIn(Status.LATE, Status.BUSY);
        }
      }
    }

    @Override
    public void outcome(PendingCall call, Answer answer) {
      if (answer.status() == Status.LATE && answer.site().isEmpty()) {
        assertThat(nowNs).isGreaterThanOrEqualTo(call.deadlineNs);
      }
      call.outcome.accept(answer);
    }

    @Override
    public void redundant() {
      redundant++;
    }

    @Override
    public String detail() {
      return "; nobody";
    }
  }
}
