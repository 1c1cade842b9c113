package io.windsock.client;

import io.windsock.contracts.query.Question;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Calls on their way from callers' threads to the event loop, which takes all that have gathered at
 * once: a linked stack whose links are the calls' own, so that handing one over allocates nothing.
 * Any thread may call it. Bounded by who puts calls in.
 */
final class Inbox {
  /** On top of an inbox that takes no more. */
  private static final PendingCall CLOSED =
      new PendingCall(new Question.OfKey("closed"), 0, 0, answer -> {});

  /** What became of a call that was put in. */
  enum Put {
    /** It is the first since the inbox was emptied: the event loop must be told. */
    FIRST,
    /** There are others, of which the event loop has been told. */
    FURTHER,
    /** The inbox is closed, and did not take it. */
    REFUSED
  }

  private final AtomicReference<@Nullable PendingCall> top = new AtomicReference<>();

  Put put(PendingCall call) {
    while (true) {
      PendingCall under = top.get();
      if (under == CLOSED) {
        return Put.REFUSED;
      }
      call.next = under;
      if (top.compareAndSet(under, call)) {
        return under == null ? Put.FIRST : Put.FURTHER;
      }
    }
  }

  /** Empties the inbox. Returns its calls, linked in the order in which they were put in. */
  @Nullable PendingCall takeAll() {
    PendingCall taken = top.get();
    while (taken != null && taken != CLOSED) {
      if (top.compareAndSet(taken, null)) {
        return reversed(taken);
      }
      taken = top.get();
    }
    return null;
  }

  /** Takes no more calls. Returns those that are left, like {@link #takeAll}. */
  @Nullable PendingCall close() {
    PendingCall left = top.getAndSet(CLOSED);
    return left == CLOSED ? null : reversed(left);
  }

  private static @Nullable PendingCall reversed(@Nullable PendingCall top) {
    PendingCall first = null;
    PendingCall rest = top;
    while (rest != null) {
      PendingCall next = rest.next;
      rest.next = first;
      first = rest;
      rest = next;
    }
    return first;
  }
}
