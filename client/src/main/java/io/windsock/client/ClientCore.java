package io.windsock.client;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Rendezvous;
import io.windsock.contracts.query.Responder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides for the calls of one kind which gateways are asked, and which answer is the outcome. Each
 * call has exactly one outcome:
 *
 * <ul>
 *   <li>the first final answer that comes before the deadline and is not older than what the caller
 *       had seen when it asked;
 *   <li>{@code BUSY}, if its primary says so of itself before half of the deadline, and its backup
 *       lately did, too;
 *   <li>the most informative refusal, if all that were asked refuse;
 *   <li>{@code LATE} at the deadline.
 * </ul>
 *
 * <p>A call waits while no gateway is up, and is asked again elsewhere when the connections are
 * lost over which it was asked, or when a gateway refuses it that takes no calls any more.
 *
 * <p>Pure: times and messages come in, calls and outcomes go out through {@link Output}. Owned by
 * the event loop.
 */
final class ClientCore {
  private static final long NS_PER_MS = 1_000_000;

  /**
   * Where calls and outcomes go. It must not call the core, but for {@link #down}: a connection may
   * be found lost while something is sent on it.
   */
  interface Output {
    /** Sends a call to the gateway in {@code slot}. Returns whether it was taken. */
    boolean send(int slot, Call call);

    /** Tells the gateway in {@code slot} that a call asked there needs no answer any more. */
    void cancel(int slot, String id);

    /** A call that its caller cancelled is over, without an outcome. */
    void cancelled(PendingCall call);

    /** Hands over the one outcome of a call. */
    void outcome(PendingCall call, Answer answer);

    /** An answer came to a call that is not pending, because it has its outcome. */
    void redundant();

    /** Returns why no gateway could be asked, as the end of a sentence; empty if unknown. */
    String detail();
  }

  private final String prefix;
  private final int copies;
  private final Gateways gateways;
  private final Position position;
  private final Output output;
  private final Deadlines deadlines;
  private final Map<String, PendingCall> pending = new HashMap<>();
  private long silent;

  /** Whether something is being sent. */
  private boolean sending;

  /** The gateways whose connection is lost, and whose calls have not been asked elsewhere: bits. */
  private long lost;

  /**
   * Creates a core without calls.
   *
   * @param caller the client's name
   * @param copies at how many gateways a call is asked
   * @param sweepNs the time between two ticks, ns
   * @param nowNs the time
   */
  ClientCore(
      String caller,
      int copies,
      Gateways gateways,
      Position position,
      Output output,
      long sweepNs,
      long nowNs) {
    this.prefix = caller + ':';
    this.copies = copies;
    this.gateways = gateways;
    this.position = position;
    this.output = output;
    this.deadlines = new Deadlines(sweepNs, nowNs);
  }

  /** Returns the number of calls that have no outcome yet. */
  int pending() {
    return pending.size();
  }

  /**
   * Takes a call.
   *
   * @param id an id that no other call of the client has
   */
  void ask(PendingCall call, String id, long nowNs) {
    call.id = id;
    if (call.cancelled) {
      output.cancelled(call);
      return;
    }
    if (nowNs >= call.deadlineNs) {
      output.outcome(call, Refusals.late(call, ""));
      return;
    }
    call.hash = Rendezvous.hash(prefix + id);
    call.life = position.life(); // first: no call of a new life carries what was forgotten
    call.since = position.since();
    pending.put(id, call);
    deadlines.add(call);
    dispatch(call, nowNs);
    relocate(nowNs);
  }

  /** Ends a call whose caller wants no outcome any more, wherever it was asked. */
  void cancel(PendingCall call) {
    call.cancelled = true;
    if (!pending.remove(call.id, call)) {
      return; // it has its outcome, or has not been taken yet
    }
    deadlines.remove(call);
    cancelWhereAsked(call);
    output.cancelled(call);
  }

  private void cancelWhereAsked(PendingCall call) {
    sending = true;
    for (long rest = call.asked; rest != 0; rest &= rest - 1) {
      output.cancel(Long.numberOfTrailingZeros(rest), call.id);
    }
    sending = false;
  }

  /** Asks primary and backup, or those of them that have not been; nobody, if none is up. */
  private void dispatch(PendingCall call, long nowNs) {
    long free = gateways.candidates(nowNs) & ~call.asked & ~call.refused;
    if (free == 0 || nowNs >= call.deadlineNs) {
      return;
    }
    long chosen = gateways.first(call.hash, copies, gateways.due(call.hash, free, nowNs));
    call.primary = gateways.first(call.hash, 1, chosen);
    Call message =
        new Call(
            call.id,
            call.question,
            remainingMs(call, nowNs),
            call.since,
            Long.bitCount(chosen),
            gateways.names(chosen));
    sending = true;
    for (long rest = chosen; rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      call.asked |= output.send(slot, message) ? 1L << slot : 0;
    }
    sending = false;
    if (call.asked == 0) {
      call.refused |= chosen;
      call.refusal = Refusals.better(call.refusal, Refusals.full(call));
      if (!askAnother(call, nowNs)) {
        end(call, call.refusal);
      }
    }
  }

  /**
   * Asks another gateway for a call that all have refused that were asked, if those were fewer than
   * usual, as they are while others have just started. Those that take no calls any more do not
   * count. Returns whether there was one.
   */
  private boolean askAnother(PendingCall call, long nowNs) {
    boolean few = Long.bitCount(call.refused & ~call.left) < copies && nowNs < call.deadlineNs;
    boolean found = few && (gateways.candidates(nowNs) & ~call.refused) != 0;
    if (found) {
      dispatch(call, nowNs);
    }
    return found;
  }

  private static int remainingMs(PendingCall call, long nowNs) {
    long rounded = (call.deadlineNs - nowNs + NS_PER_MS / 2) / NS_PER_MS;
    return (int) Math.max(1, Math.min(Call.MAX_DEADLINE_MS, rounded));
  }

  /** Takes a batch of answers from the gateway in {@code slot}. */
  void answers(int slot, AnswerBatch batch, long nowNs) {
    boolean opened = gateways.heard(slot, batch.responder(), nowNs);
    List<Answer> answers = batch.answers();
    for (int i = 0; i < answers.size(); i++) {
      answer(slot, batch.responder(), answers.get(i), nowNs);
    }
    if (opened) {
      silent &= ~(1L << slot);
      place(nowNs);
    }
    relocate(nowNs);
  }

  /**
   * Notes when something last arrived from the gateway in {@code slot}, which is up: a big answer
   * may take longer to arrive than a gateway may be silent.
   */
  void arrived(int slot, long atNs, long nowNs) {
    if (gateways.arrived(slot, atNs, nowNs)) {
      silent &= ~(1L << slot);
      place(nowNs);
      relocate(nowNs);
    }
  }

  private void answer(int slot, Responder from, Answer answer, long nowNs) {
    if (isOfGateway(answer)) {
      gateways.busy(slot, nowNs);
    }
    PendingCall call = pending.get(answer.id());
    if (call == null) {
      output.redundant();
    } else if (nowNs >= call.deadlineNs) {
      late(call);
    } else {
      Answer judged = judged(call, answer);
      if (judged.status().isFinal()) {
        answered(call, judged);
      } else {
        refused(call, slot, judged, hasLeft(from, answer), nowNs);
      }
    }
  }

  /** Returns the answer as it counts: one that is older than what the caller has seen does not. */
  private static Answer judged(PendingCall call, Answer answer) {
    Status status = answer.status();
    if (status != Status.FOUND && status != Status.ABSENT) {
      return answer;
    }
    Token at = answer.at();
    if (at == null) {
      return Refusals.unusable(answer, Status.FAILED, "an answer without a position");
    }
    Token since = call.since;
    return since == null || at.covers(since)
        ? answer
        : Refusals.unusable(answer, Status.BEHIND, "an answer older than the position seen");
  }

  private void answered(PendingCall call, Answer answer) {
    Token at = answer.at();
    if (at != null) {
      position.saw(at, call.life);
    }
    end(call, answer);
  }

  /**
   * Whether the peer itself refuses a call because it is about to stop, or has no site to ask. A
   * site that is asked directly names itself.
   */
  private static boolean hasLeft(Responder peer, Answer answer) {
    boolean own = answer.site().isEmpty() || answer.site().equals(peer.name());
    return own && answer.status() == Status.FAILED && !peer.takesCalls();
  }

  private void refused(PendingCall call, int slot, Answer answer, boolean left, long nowNs) {
    long bit = 1L << slot;
    if ((call.asked & bit) == 0) {
      output.redundant();
      return;
    }
    boolean shed = isShed(call, bit, answer, nowNs);
    call.asked &= ~bit;
    call.refused |= bit;
    call.left |= left ? bit : 0;
    call.refusal = Refusals.better(call.refusal, answer);
    boolean waits = shed ? call.asked != 0 : isWorkedOn(call);
    if (!waits && askAnother(call, nowNs)) {
      return;
    }
    if (shed) {
      cancelWhereAsked(call);
    }
    if (shed || call.asked == 0) {
      end(call, call.refusal);
    }
  }

  /** Whether a gateway says that it has too many calls pending itself, not one of its sites. */
  private static boolean isOfGateway(Answer answer) {
    return answer.status() == Status.BUSY && answer.site().isEmpty();
  }

  /**
   * Whether the call's primary has too many calls pending, and its backup, too. The backup would
   * hold the call until half of the deadline, only to send it to sites that are busy, or to nobody;
   * after that it may have sent it. A backup that is not busy sends it in time: then it is usually
   * the primary that is short of processor time, not the sites.
   */
  private boolean isShed(PendingCall call, long gateway, Answer answer, long nowNs) {
    return isOfGateway(answer)
        && gateways.areBusy(call.asked & ~gateway, nowNs)
        && nowNs - call.askedNs < (call.deadlineNs - call.askedNs) / 2
        && call.primary == gateway;
  }

  private void late(PendingCall call) {
    boolean waited = call.asked == 0 && call.refusal == null;
    end(call, Refusals.late(call, waited ? output.detail() : ""));
  }

  private void end(PendingCall call, Answer answer) {
    pending.remove(call.id);
    deadlines.remove(call);
    output.outcome(call, answer);
  }

  /**
   * The connection to the gateway in {@code slot} is lost, and with it what was asked there. Where
   * this is noticed while a call is sent, calls are asked elsewhere once that is done.
   */
  void down(int slot, long nowNs) {
    gateways.down(slot);
    lost |= 1L << slot;
    if (!sending) {
      relocate(nowNs);
    }
  }

  /** Asks elsewhere for what was asked over connections that are lost. */
  private void relocate(long nowNs) {
    while (lost != 0) {
      long gone = lost;
      lost = 0;
      for (PendingCall call : calls()) {
        boolean had = (call.asked & gone) != 0;
        call.asked &= ~gone;
        call.refused &= ~gone;
        call.left &= ~gone;
        if (had && !isWorkedOn(call)) {
          askElsewhere(call, nowNs);
        }
      }
    }
  }

  private void askElsewhere(PendingCall call, long nowNs) {
    dispatch(call, nowNs);
    Answer refusal = call.refusal;
    if (pending.containsKey(call.id) && call.asked == 0 && refusal != null) {
      end(call, refusal);
    }
  }

  /** Ends the calls whose deadline has passed, and asks others for those at silent gateways. */
  void tick(long nowNs) {
    deadlines.advance(nowNs, this::late);
    long now = gateways.silent(nowNs);
    boolean further = (now & ~silent) != 0;
    silent = now;
    if (further) {
      place(nowNs);
    }
    relocate(nowNs);
  }

  /** Asks for the calls that no gateway works on, or only silent ones. */
  private void place(long nowNs) {
    for (PendingCall call : calls()) {
      if (!isWorkedOn(call)) {
        dispatch(call, nowNs);
      }
    }
  }

  /** Whether a gateway that is not silent may still answer the call. */
  private boolean isWorkedOn(PendingCall call) {
    return (call.asked & gateways.up() & ~silent) != 0;
  }

  /** Returns the pending calls, of which some may get their outcome while they are looked at. */
  private List<PendingCall> calls() {
    return pending.isEmpty() ? List.of() : new ArrayList<>(pending.values());
  }

  /** Ends all calls. */
  void close() {
    for (PendingCall call : calls()) {
      end(call, Refusals.closed(call));
    }
  }
}
