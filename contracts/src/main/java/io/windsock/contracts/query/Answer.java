package io.windsock.contracts.query;

import io.windsock.contracts.position.Token;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call. The body is shared by all who relay it and must not be changed.
 *
 * @param id the call's id
 * @param status what became of the call
 * @param site the name of the site that answered; empty if a gateway did
 * @param at the position of the state that was read; null unless {@link Status#FOUND} or {@link
 *     Status#ABSENT}
 * @param body JSON as the site's HTTP API gives it; empty unless {@link Status#FOUND}
 * @param error what was wrong, with the offending value; empty if nothing was
 * @param remedy how to correct it; empty if nothing was wrong
 * @param retryAfterMs after how long a further call may be admitted, ms; 0 unless {@link
 *     Status#BUSY}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Answer(
    String id,
    Status status,
    String site,
    @Nullable Token at,
    byte[] body,
    String error,
    String remedy,
    int retryAfterMs) {

  /** An answer that names no time for a further call. */
  public Answer(
      String id,
      Status status,
      String site,
      @Nullable Token at,
      byte[] body,
      String error,
      String remedy) {
    this(id, status, site, at, body, error, remedy, 0);
  }

  /** What became of a call. */
  public enum Status {
    /** The body is the answer. */
    FOUND,
    /** There is no such key or view. Final, like {@link #FOUND}. */
    ABSENT,
    /** The call is invalid. Final. */
    INVALID,
    /** This site has not yet reached the caller's position; another may have. */
    BEHIND,
    /** Too many calls are pending here; another site, or a later call, may be answered. */
    BUSY,
    /** The deadline had passed when the call's turn came. */
    LATE,
    /** A fault of this site; another may answer. */
    FAILED;

    /** Returns whether another site would answer the same. */
    public boolean isFinal() {
      return this == FOUND || this == ABSENT || this == INVALID;
    }
  }
}
