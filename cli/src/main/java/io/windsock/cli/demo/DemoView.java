package io.windsock.cli.demo;

import io.windsock.cli.feed.ReplayLine;
import io.windsock.cli.show.LiveLines;
import io.windsock.cli.show.Table;
import io.windsock.cli.show.Units;
import io.windsock.feeds.replay.ReplayProgress;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.core.stats.GatewayStats;
import io.windsock.gateway.run.Gateway;
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
            sites(nowMs),
            gateways()));
  }

  /**
   * The content of the live table.
   *
   * @param sites a table: the headings, then a line for each site
   * @param gateways a table: the headings, then a line for each gateway; empty if there is none
   */
  record Parts(
      String console,
      String board,
      String replay,
      String topology,
      String mode,
      String storm,
      List<String> sites,
      List<String> gateways) {}

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
    if (!parts.gateways().isEmpty()) {
      lines.add(9, "");
      parts.gateways().forEach(gateway -> lines.add(8, gateway));
    }
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

  private List<String> gateways() {
    if (cluster.gateways().isEmpty()) {
      return List.of();
    }
    Table table =
        new Table(
            "GATEWAY",
            "PHASE",
            ">CALLS",
            ">IN TIME",
            ">REISSUED",
            ">SHED",
            ">PENDING",
            "URL",
            "LINKS");
    for (Gateway gateway : cluster.gateways()) {
      GatewayStatus status = gateway.status();
      GatewayStats stats = status.stats();
      table.row(
          status.name(),
          status.phase().name().toLowerCase(Locale.ROOT),
          Units.count(stats.calls()),
          Units.count(stats.inTime()),
          Units.count(stats.allReissued()),
          Units.count(stats.allShed()),
          Units.count(stats.allPending()),
          gateway.url(),
          gateway.linkUrl());
    }
    return table.text().lines().toList();
  }
}
