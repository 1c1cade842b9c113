package io.windsock.cli.demo;

import io.windsock.cli.feed.ReplayLine;
import io.windsock.cli.show.LiveLines;
import io.windsock.cli.show.Table;
import io.windsock.cli.show.Units;
import io.windsock.feeds.replay.ReplayProgress;
import io.windsock.site.SiteKeeper;
import io.windsock.site.status.SiteStatus;
import io.windsock.site.update.UpdateDelay;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Renders a running demo as lines of text. One thread owns it. */
final class DemoView {
  private static final String KEYS = "space pause  + - speed  s storm/stop  q quit";

  private final DemoCluster cluster;
  private final DemoStorm storm;
  private final String board;
  private final List<RecentDelays> delays;

  /**
   * Creates a view of this demo.
   *
   * @param board the board's URL
   * @param nowMs from a monotonic clock
   */
  DemoView(DemoCluster cluster, DemoStorm storm, String board, long nowMs) {
    this.cluster = cluster;
    this.storm = storm;
    this.board = board;
    delays = cluster.sites().stream().map(site -> RecentDelays.of(site, nowMs)).toList();
  }

  /** Returns the live table at a time of the same clock. */
  LiveLines lines(@Nullable ReplayProgress replay, long nowMs) {
    return arranged(
        new Parts(
            cluster.controller().console(),
            board,
            replay == null ? "none" : ReplayLine.of(replay),
            cluster.topologyHealth().state().name().toLowerCase(Locale.ROOT),
            cluster.controller().mode(),
            storm.line(),
            sites(nowMs)));
  }

  /**
   * The content of the live table.
   *
   * @param sites a table: the headings, then a line for each site
   */
  record Parts(
      String console,
      String board,
      String replay,
      String topology,
      String mode,
      String storm,
      List<String> sites) {}

  /**
   * Adds the parts from top to bottom; the console's URL and the keys stay longest on a small
   * terminal.
   */
  static LiveLines arranged(Parts parts) {
    LiveLines lines = new LiveLines();
    lines.add(9, "");
    lines.add(0, "console   " + parts.console());
    lines.add(6, "board     " + parts.board());
    lines.add(4, "replay    " + parts.replay());
    lines.add(7, "topology  " + parts.topology());
    lines.add(2, "mode      " + parts.mode());
    lines.add(3, "storm     " + parts.storm());
    lines.add(9, "");
    parts.sites().forEach(site -> lines.add(5, site));
    lines.add(9, "");
    return lines.add(1, KEYS);
  }

  private List<String> sites(long nowMs) {
    Table table =
        new Table(
            "SITE", "PHASE", ">LAG", ">EVENTS", ">RATE", ">KEYS", ">DELAY p50", ">p99", "URL");
    List<SiteKeeper> sites = cluster.sites();
    for (int i = 0; i < sites.size(); i++) {
      SiteStatus status = sites.get(i).status();
      UpdateDelay.Percentiles delay = delays.get(i).at(nowMs);
      boolean any = delay.events() > 0;
      table.row(
          status.name(),
          status.phase().name().toLowerCase(Locale.ROOT).replace('_', ' '),
          Units.count(status.lag()),
          Units.count(status.eventsApplied()),
          Units.rate(status.eventsPerSecond()),
          Units.count(status.keys()),
          any ? delay.p50Ms() + " ms" : "–",
          any ? delay.p99Ms() + " ms" : "–",
          cluster.urls().get(i));
    }
    return table.text().lines().toList();
  }
}
