package io.windsock.gateway.core;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import org.jspecify.annotations.Nullable;

/**
 * A call that has no outcome yet. Sites and gateways are bits at their slots.
 *
 * <pre>
 *            primary, or alone                       final answer
 *   arrives ──────────────────▶ sent ──────────────────────────────▶ answered
 *      │                        ▲  │ refused, and no site is left ──▶ refused
 *      │ backup                 │  │ deadline ──────────────────────▶ late
 *      ▼                        │  │ refused, its site excluded,
 *     held ─────────────────────┘  └──▶ sent to another site
 *        p95, half of the deadline, or its primary excluded
 *
 *  any ──cancelled, or its requester left──▶ over, without an outcome
 * </pre>
 */
final class Pending {
  final Requester requester;

  /** As the caller sent it. */
  final Call call;

  final String wireId;

  /** The hash of the caller's name and id, by which members rank. */
  final long hash;

  final long receivedNs;
  final long deadlineNs;

  /** How many gateways ranked before this one, and shared the call, when it arrived. */
  final int turn;

  /** How many gateways shared the call when it arrived, this one included. */
  final int gateways;

  /** The other gateways that share the call, without those excluded since. */
  long sharing;

  /** Those of them that rank before this one; none: this gateway is the primary. */
  long ahead;

  /** The sites to which this gateway has sent the call. */
  long tried;

  /** Those of them that have neither answered nor been excluded since. */
  long outstanding;

  /** The first and the last of the sites in {@code tried}; -1: none. */
  int firstSlot = -1;

  int lastSlot = -1;

  /** When they were sent the call. */
  long firstSentNs;

  long lastSentNs;

  /** The sites whose answer was not final, whoever sent the call there. */
  long refused;

  /** The last of those answers. */
  @Nullable Answer refusal;

  /** Whether the early reissue has been made, or was not allowed. */
  boolean earlyDone;

  /** Whether the reissue at half of the deadline has been made, or was not allowed. */
  boolean halfDone;

  /** The number of the sweep at which it is due; owned by the wheel, as are the next three. */
  long dueSweep;

  /** The index of the queue that holds it; -1: none. */
  int queue = -1;

  @Nullable Pending previous;
  @Nullable Pending next;

  /** Owned by the requester. */
  @Nullable Pending previousOfRequester;

  @Nullable Pending nextOfRequester;

  Pending(
      Requester requester,
      Call call,
      String wireId,
      long hash,
      long nowNs,
      long sharing,
      long ahead) {
    this.requester = requester;
    this.call = call;
    this.wireId = wireId;
    this.hash = hash;
    this.receivedNs = nowNs;
    this.deadlineNs = nowNs + call.remainingMs() * 1_000_000L;
    this.sharing = sharing;
    this.ahead = ahead;
    this.turn = Long.bitCount(ahead);
    this.gateways = 1 + Long.bitCount(sharing);
  }

  /** Forgets sites, whose slots may soon be those of others. */
  void forget(long sites) {
    tried &= ~sites;
    refused &= ~sites;
    firstSlot = isAmong(sites, firstSlot) ? -1 : firstSlot;
    lastSlot = isAmong(sites, lastSlot) ? -1 : lastSlot;
  }

  private static boolean isAmong(long sites, int slot) {
    return slot >= 0 && (sites & (1L << slot)) != 0;
  }

  /** Returns for how long the call may be pending, ns. */
  long timeNs() {
    return deadlineNs - receivedNs;
  }
}
