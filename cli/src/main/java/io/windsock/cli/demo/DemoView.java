package io.windsock.cli.demo;

import io.windsock.cli.feed.ReplayLine;
import io.windsock.cli.show.Table;
import io.windsock.cli.show.Units;
import io.windsock.feeds.replay.ReplayProgress;
import io.windsock.site.SiteKeeper;
import io.windsock.site.apply.SiteStatus;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a running demo looks like, as lines of text. */
final class DemoView {
  private DemoView() {}

  /** The live table. */
  static List<String> lines(DemoCluster cluster, @Nullable ReplayProgress replay, DemoStorm storm) {
    StringBuilder text = new StringBuilder();
    text.append("replay    ").append(replay == null ? "none" : ReplayLine.of(replay)).append('\n');
    text.append("topology  ")
        .append(cluster.topologyHealth().state().name().toLowerCase(Locale.ROOT));
    text.append("\nmode      ").append(cluster.controller().mode());
    text.append("\nstorm     ").append(storm.line());
    text.append("\n\n").append(sites(cluster));
    return text.toString().lines().toList();
  }

  private static String sites(DemoCluster cluster) {
    Table table =
        new Table(
            "SITE",
            "PHASE",
            ">LAG",
            ">EVENTS",
            ">RATE",
            ">KEYS",
            ">UPDATE DELAY p50",
            ">p99",
            "URL");
    List<SiteKeeper> sites = cluster.sites();
    for (int i = 0; i < sites.size(); i++) {
      SiteStatus status = sites.get(i).status();
      var delay = status.updateDelay();
      boolean any = delay.events() > 0;
      table.row(
          status.name(),
          status.phase().name().toLowerCase(Locale.ROOT).replace('_', ' '),
          Units.count(status.lag()),
          Units.count(status.eventsApplied()),
          Units.rate(status.eventsPerSecond()),
          Units.count(status.keys()),
          any ? delay.p50Ms() + " ms" : "-",
          any ? delay.p99Ms() + " ms" : "-",
          cluster.urls().get(i));
    }
    return table.text();
  }
}
