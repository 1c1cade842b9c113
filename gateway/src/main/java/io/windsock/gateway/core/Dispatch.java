package io.windsock.gateway.core;

import io.windsock.contracts.query.Call;
import io.windsock.gateway.core.member.Gateways;
import io.windsock.gateway.core.member.Sites;
import io.windsock.gateway.core.route.Routing;

/** Sends calls to sites, and knows which sites work on them. Owned by the core's thread. */
final class Dispatch {
  /** It is not known for how long a site has had a call. */
  static final long UNKNOWN = -1;

  private static final long MS = 1_000_000;

  private final Routing routing;
  private final Sites sites;
  private final Gateways gateways;
  private final Output output;

  Dispatch(Routing routing, Sites sites, Gateways gateways, Output output) {
    this.routing = routing;
    this.sites = sites;
    this.gateways = gateways;
    this.output = output;
  }

  /**
   * Sends a call to the next site, with the time that is left.
   *
   * @return whether there was a site, and a millisecond left
   */
  boolean send(Pending call, long nowNs) {
    int remainingMs = (int) ((call.deadlineNs - nowNs) / MS);
    int slot = remainingMs < 1 ? Routing.NONE : next(call);
    if (slot == Routing.NONE) {
      return false;
    }
    call.tried |= 1L << slot;
    call.outstanding |= 1L << slot;
    note(call, slot, nowNs);
    sites.count(slot, 1);
    output.send(sites.name(slot), sent(call, remainingMs));
    return true;
  }

  private static void note(Pending call, int slot, long nowNs) {
    if (call.firstSlot < 0) {
      call.firstSlot = slot;
      call.firstSentNs = nowNs;
    }
    call.lastSlot = slot;
    call.lastSentNs = nowNs;
  }

  private Call sent(Pending call, int remainingMs) {
    return new Call(
        call.wireId,
        call.call.question(),
        remainingMs,
        call.call.since(),
        call.call.copies(),
        gateways.recipients(call.sharing));
  }

  /** Whether there is a site that may get the call and has neither had nor refused it. */
  boolean hasNext(Pending call) {
    return next(call) != Routing.NONE;
  }

  private int next(Pending call) {
    return routing.choose(call.hash, call.turn, call.gateways, sites, call.tried | call.refused);
  }

  /** Notes that these sites no longer work on the call. */
  void done(Pending call, long slots) {
    long done = call.outstanding & slots;
    for (long rest = done; rest != 0; rest &= rest - 1) {
      sites.count(Long.numberOfTrailingZeros(rest), -1);
    }
    call.outstanding &= ~done;
  }

  /**
   * Returns for how long a site has had the call, ns; {@link #UNKNOWN} if it was neither the first
   * nor the last that this gateway asked. The primary of two asks its first site when the call
   * arrives here, and another only when that one refuses, which is noted here, too.
   */
  long hadNs(Pending call, int slot, long nowNs) {
    if (slot == call.lastSlot) {
      return nowNs - call.lastSentNs;
    }
    if (slot == call.firstSlot) {
      return nowNs - call.firstSentNs;
    }
    boolean byPrimary = (call.tried & (1L << slot)) == 0 && call.turn == 1 && call.gateways == 2;
    return byPrimary && call.refused == 0 ? nowNs - call.receivedNs : UNKNOWN;
  }

  /** Tells these sites that the call needs no answer. */
  void cancel(Pending call, long slots) {
    for (long rest = slots; rest != 0; rest &= rest - 1) {
      output.cancel(sites.name(Long.numberOfTrailingZeros(rest)), call.wireId);
    }
  }
}
