package io.windsock.site.progress;

/**
 * Where a site is in its life.
 *
 * <pre>
 * CATCHING_UP ──lag within the bound──▶ LIVE
 *      │                                 │
 *      ├──its place is not in the log────┼──▶ JOINING ──another site's state──▶ (starts again)
 *      ├──its disk or its files fail,────┼──▶ REPAIRING ──writable again, or rebuilt──▶ (starts again)
 *      │  or the log diverged            │
 *      ├──topic replaced, …──────────────┼──▶ STOPPED    is not ready, says why
 *      └──close()────────────────────────┴──▶ CLOSED
 * </pre>
 *
 * <p>A live site that falls behind stays live: taking all of them out of service under load would
 * serve nobody.
 */
public enum SitePhase {
  /** Applies what the log has, from its disk's position or from the beginning. */
  CATCHING_UP,
  /** Has caught up once and follows the log. */
  LIVE,
  /** Applies no more: it needs another site's snapshot, and looks for one or loads it. */
  JOINING,
  /**
   * Applies no more: its disk can't be written, its files are damaged, or the log has lost records
   * that it applied. It starts again by itself when the disk can be written, or with a state that
   * is rebuilt.
   */
  REPAIRING,
  /** Applies no more; the status says why. */
  STOPPED,
  /** Closed in order. */
  CLOSED;

  /** Whether clients may be served. */
  public boolean ready() {
    return this == LIVE;
  }
}
