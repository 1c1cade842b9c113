package io.windsock.gateway.core;

import io.windsock.contracts.query.Call;
import io.windsock.gateway.core.answer.CallCheck;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a caller to this gateway, and the calls pending for it. The edge creates one a
 * connection and passes the same object to each call of the core, whose thread owns it.
 */
public final class Requester {
  private final String caller;
  private final long connection;
  private @Nullable Pending first;

  /**
   * Creates a requester with no calls.
   *
   * @param caller the caller's name, the same at each gateway: up to {@link Call#MAX_CALLER_CHARS}
   *     letters, digits, dots, dashes or underscores; empty for a caller whose ids are unique among
   *     all callers'
   * @param connection a number by which the edge finds the connection
   * @throws IllegalArgumentException for an invalid name
   */
  public Requester(String caller, long connection) {
    if (!CallCheck.isCaller(caller)) {
      throw new IllegalArgumentException("invalid name of a caller: '" + caller + "'");
    }
    this.caller = caller;
    this.connection = connection;
  }

  /** Returns the caller's name. */
  public String caller() {
    return caller;
  }

  /** Returns the number by which the edge finds the connection. */
  public long connection() {
    return connection;
  }

  /**
   * Returns the caller's name, a colon, and {@code id}. No caller's name has a colon, so ids of
   * different callers differ.
   */
  String named(String id) {
    return caller + ':' + id;
  }

  /** Returns one of the pending calls; null if there is none. */
  @Nullable Pending first() {
    return first;
  }

  void add(Pending call) {
    call.nextOfRequester = first;
    if (first != null) {
      first.previousOfRequester = call;
    }
    first = call;
  }

  void remove(Pending call) {
    Pending previous = call.previousOfRequester;
    Pending next = call.nextOfRequester;
    if (previous == null) {
      first = next;
    } else {
      previous.nextOfRequester = next;
    }
    if (next != null) {
      next.previousOfRequester = previous;
    }
    call.previousOfRequester = null;
    call.nextOfRequester = null;
  }
}
