package io.windsock.client;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Question;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A call from when it is asked to its outcome.
 *
 * <pre>
 *  Inbox ──▶ waits for a gateway ◀──lost── asked at one or more ──final answer──▶ outcome
 *                │      └──one comes up──────▶ │  all refused, or primary BUSY ─────▶│
 *                └──────────── deadline ───────┴────────────────────────────────────▶│ LATE
 *
 *  any ──cancelled by its caller──▶ over, without an outcome
 * </pre>
 *
 * <p>Created by a caller's thread, which hands it to the event loop through the {@link Inbox}; from
 * then on the event loop owns it.
 */
final class PendingCall {
  final Question question;
  final long askedNs;
  final long deadlineNs;
  final Consumer<Answer> outcome;

  /** The next of the inbox. */
  @Nullable PendingCall next;

  String id = "";

  /** Whether its caller wants no outcome any more. */
  boolean cancelled;

  long hash;

  /** The position that its answer must not be older than; null: any will do. */
  @Nullable Token since;

  /** The life of the caller's position in which it was asked. */
  int life;

  /** The gateways that were asked, over their present connections, and may still answer: bits. */
  long asked;

  /** The one that sends it to a site at once, of those that were asked last: a bit. */
  long primary;

  /** The gateways that refused it: bits. */
  long refused;

  /** Those of them that take no calls any more, such as one that is about to stop: bits. */
  long left;

  /** The most informative refusal. */
  @Nullable Answer refusal;

  // Its place in Deadlines
  int queue = Deadlines.NOT_QUEUED;
  long dueSweep;
  @Nullable PendingCall earlier;
  @Nullable PendingCall later;

  /**
   * Creates a call.
   *
   * @param askedNs when it was asked, in terms of {@link System#nanoTime}
   * @param deadlineNs its deadline, in the same terms
   * @param outcome receives its one outcome
   */
  PendingCall(Question question, long askedNs, long deadlineNs, Consumer<Answer> outcome) {
    this.question = question;
    this.askedNs = askedNs;
    this.deadlineNs = deadlineNs;
    this.outcome = outcome;
  }
}
