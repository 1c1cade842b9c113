package io.windsock.site.serve;

/**
 * The site's position as visible to clients. The apply thread advances it; any thread may read it.
 */
public final class CurrentPosition {
  private volatile SitePosition position;

  /** Creates it at {@code start}. */
  public CurrentPosition(SitePosition start) {
    position = start;
  }

  /** The current position. */
  public SitePosition get() {
    return position;
  }

  /** Advances to {@code now} unless it is already past that. */
  public synchronized void reached(SitePosition now) {
    if (now.batch() > position.batch()) {
      position = now;
    }
  }
}
