package io.windsock.cli.demo;

import io.windsock.site.SiteKeeper;
import io.windsock.site.update.UpdateDelay;
import java.util.function.Supplier;

/** The update delays of a site in the last few seconds. One thread owns it. */
final class RecentDelays {
  /** The length of the span over which delays are aggregated. */
  static final long SPAN_MS = 2_000;

  private final Supplier<UpdateDelay.Percentiles> sinceLast;
  private UpdateDelay.Percentiles shown = new UpdateDelay.Percentiles(0, 0, 0, 0);
  private long readMs;

  /**
   * Creates an aggregate of one site's delays.
   *
   * @param sinceLast returns the delays since its previous call
   * @param nowMs from a monotonic clock
   */
  RecentDelays(Supplier<UpdateDelay.Percentiles> sinceLast, long nowMs) {
    this.sinceLast = sinceLast;
    readMs = nowMs;
  }

  /** Returns the recent delays of the site managed by {@code keeper}. */
  static RecentDelays of(SiteKeeper keeper, long nowMs) {
    return new RecentDelays(new Reader(keeper), nowMs);
  }

  /** Returns the delays of the last complete span; of no event before the first one completes. */
  UpdateDelay.Percentiles at(long nowMs) {
    if (nowMs - readMs >= SPAN_MS) {
      shown = sinceLast.get();
      readMs = nowMs;
    }
    return shown;
  }

  /** Reads the delays of the current site object, which a restart replaces. */
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
