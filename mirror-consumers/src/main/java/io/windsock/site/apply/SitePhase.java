package io.windsock.site.apply;

/**
 * Where a site is in its life.
 *
 * <pre>
 * CATCHING_UP ──lag within the bound──▶ LIVE
 *      │                                 │
 *      ├──its place is not in the log────┼──▶ JOINING ──another site's state──▶ (starts again)
 *      ├──disk failed, topic replaced, …─┼──▶ STOPPED    serves what it has, is not ready, says why
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
  /** Applies no more; the status says why. */
  STOPPED,
  /** Closed in order. */
  CLOSED;

  /** Whether clients may be served. */
  public boolean ready() {
    return this == LIVE;
  }
}
