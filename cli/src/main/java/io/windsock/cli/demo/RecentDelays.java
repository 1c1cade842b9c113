package io.windsock.cli.demo;

import io.windsock.site.SiteKeeper;
import io.windsock.site.update.UpdateDelay;
import java.util.function.Supplier;

/** The update delays of a site in the last few seconds. One thread owns it. */
final class RecentDelays {
  /** How long a time's delays are shown together. */
  static final long SPAN_MS = 2_000;

  private final Supplier<UpdateDelay.Percentiles> sinceLast;
  private UpdateDelay.Percentiles shown = new UpdateDelay.Percentiles(0, 0, 0, 0);
  private long readMs;

  /**
   * Of a site.
   *
   * @param sinceLast answers the delays since it was asked last
   * @param nowMs of a clock that only goes forward
   */
  RecentDelays(Supplier<UpdateDelay.Percentiles> sinceLast, long nowMs) {
    this.sinceLast = sinceLast;
    readMs = nowMs;
  }

  /** Of the site that is kept. */
  static RecentDelays of(SiteKeeper keeper, long nowMs) {
    return new RecentDelays(new Reader(keeper), nowMs);
  }

  /** Those of the last whole span; of no event before there is one. */
  UpdateDelay.Percentiles at(long nowMs) {
    if (nowMs - readMs >= SPAN_MS) {
      shown = sinceLast.get();
      readMs = nowMs;
    }
    return shown;
  }

  /** A window on the delays of the site as it runs now: it is another one after a new start. */
  private static final class Reader implements Supplier<UpdateDelay.Percentiles> {
    private final SiteKeeper keeper;
    private UpdateDelay delays;
    private UpdateDelay.Window window;

    Reader(SiteKeeper keeper) {
      this.keeper = keeper;
      delays = keeper.site().listeners().delay();
      window = delays.window();
    }

    @Override
    public UpdateDelay.Percentiles get() {
      UpdateDelay now = keeper.site().listeners().delay();
      if (!now.equals(delays)) {
        delays = now;
        window = now.window();
      }
      return window.read();
    }
  }
}
