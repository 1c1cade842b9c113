package io.windsock.cli.run;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The watermarks on pending calls, by kind, of a gateway or site. */
final class CallLimitOptions {
  /** The low watermark is this part of the high one, in percent, unless it is given. */
  private static final int LOW_PERCENT = 80;

  @Option(
      names = "--key-calls",
      paramLabel = "N",
      description =
          "Pending calls for keys at which new ones are refused as busy; a gateway allows fewer"
              + " while sites are slow (default: 10000 at a gateway, 4000 at a site).")
  private @Nullable Integer keysHigh;

  @Option(
      names = "--key-calls-low",
      paramLabel = "N",
      description =
          "Pending calls for keys at which new ones are accepted again (default: 80 %% of"
              + " --key-calls).")
  private @Nullable Integer keysLow;

  @Option(
      names = "--view-calls",
      paramLabel = "N",
      description =
          "Pending calls for views at which new ones are refused as busy; a gateway allows fewer"
              + " while sites are slow (default: 2000 at a gateway, 1000 at a site).")
  private @Nullable Integer viewsHigh;

  @Option(
      names = "--view-calls-low",
      paramLabel = "N",
      description =
          "Pending calls for views at which new ones are accepted again (default: 80 %% of"
              + " --view-calls).")
  private @Nullable Integer viewsLow;

  /** Takes watermarks. */
  @FunctionalInterface
  interface Taker {
    void take(int high, int low);
  }

  /** Sets those on calls for keys. */
  void keys(int usual, Taker to) {
    set(usual, keysHigh, keysLow, to);
  }

  /** Sets those on calls for views. */
  void views(int usual, Taker to) {
    set(usual, viewsHigh, viewsLow, to);
  }

  private static void set(int usual, @Nullable Integer high, @Nullable Integer low, Taker to) {
    int most = high == null ? usual : high;
    to.take(most, low == null ? (int) ((long) most * LOW_PERCENT / 100) : low);
  }
}
