package io.windsock.site.serve;

/** Where the site stands, as clients may see it. The apply thread moves it; any thread reads it. */
public final class CurrentPosition {
  private volatile SitePosition position;

  /** Where it starts. */
  public CurrentPosition(SitePosition start) {
    position = start;
  }

  /** Where it stands. */
  public SitePosition get() {
    return position;
  }

  /** It stands here now, or was there before and has moved on. */
  public synchronized void reached(SitePosition now) {
    if (now.batch() > position.batch()) {
      position = now;
    }
  }
}
