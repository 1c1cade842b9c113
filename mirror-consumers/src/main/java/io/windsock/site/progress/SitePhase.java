package io.windsock.site.progress;

/**
 * A phase in a site's life.
 *
 * <pre>
 * CATCHING_UP ──lag within the bound──▶ LIVE
 *      │                                 │
 *      ├──its place is not in the log────┼──▶ JOINING ──another site's state──▶ (starts again)
 *      ├──a snapshot may be quicker──────┘      or: none is──▶ (starts again, from the log)
 *      ├──its disk or its files fail,────┼──▶ REPAIRING ──writable again, or rebuilt──▶ (starts again)
 *      │  or the log diverged            │
 *      ├──topic replaced, …──────────────┼──▶ STOPPED    is not ready, says why
 *      └──close()────────────────────────┴──▶ CLOSED
 * </pre>
 *
 * <p>A live site that falls behind stays live: taking every site out of service under load would
 * help no client.
 */
public enum SitePhase {
  /**
   * Applies the log, from the stored position or from the beginning; also while it rehearses calls
   * after that.
   */
  CATCHING_UP,
  /** Has caught up once and follows the log. */
  LIVE,
  /** Has stopped applying. Looks for another site's snapshot or loads one. */
  JOINING,
  /**
   * Has stopped applying: its disk is not writable, its files are damaged, or the log has lost
   * records that it applied. It restarts automatically when the disk is writable again, or with a
   * rebuilt state.
   */
  REPAIRING,
  /** Has stopped applying; the status gives the reason. */
  STOPPED,
  /** Closed normally. */
  CLOSED;

  /** Whether clients may be served. */
  public boolean ready() {
    return this == LIVE;
  }
}
