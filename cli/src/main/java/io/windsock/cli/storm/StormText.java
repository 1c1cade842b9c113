package io.windsock.cli.storm;

import io.windsock.cli.show.Table;
import io.windsock.cli.show.Units;
import io.windsock.testbed.storm.StormProgress;
import io.windsock.testbed.storm.StormSummary;
import java.util.Locale;

/** Formats a storm's progress and summary. */
public final class StormText {
  private StormText() {}

  /** Returns the progress on one line. */
  public static String line(StormProgress storm) {
    StringBuilder line = new StringBuilder(storm.state().name().toLowerCase(Locale.ROOT));
    line.append("  ").append(Units.span(storm.elapsedMs()));
    line.append("  ").append(details(storm));
    return line.toString();
  }

  /** Returns the progress without state and time. */
  static String details(StormProgress storm) {
    StringBuilder line = new StringBuilder();
    line.append(Units.count(storm.answered())).append(" answered");
    line.append("  ").append(Units.count(storm.pending())).append(" waiting");
    line.append("  ").append(Units.count(storm.following())).append(" following");
    if (storm.errors() > 0) {
      line.append("  ").append(Units.count(storm.errors())).append(" errors");
    }
    line.append("  p50 ").append(ms(storm.p50Ms())).append("  p99 ").append(ms(storm.p99Ms()));
    line.append("  ").append(Units.count(storm.updates())).append(" updates");
    return line.append("  ").append(Units.bytes(storm.bytes())).toString();
  }

  static String summary(StormSummary storm) {
    StringBuilder text = new StringBuilder(storm.stopped() ? "stopped" : "done");
    text.append(" after ").append(Units.span(storm.elapsedMs())).append(": ");
    text.append(Units.count(storm.clients())).append(" displays at ");
    text.append(String.join(", ", storm.sites())).append('\n');
    text.append(Units.count(storm.requests())).append(" requests (").append(storm.pattern());
    text.append("), ").append(Units.count(storm.answered())).append(" answered");
    if (storm.unfinished() > 0) {
      text.append(", ").append(Units.count(storm.unfinished())).append(" under way at the stop");
    }
    text.append("; ").append(Units.count(storm.updates())).append(" updates, ");
    text.append(Units.bytes(storm.bytes())).append(" received\n");
    if (storm.initialState().count() > 0) {
      text.append('\n').append(latencies(storm));
    }
    if (!storm.clean()) {
      Table errors = new Table("error", ">displays");
      storm.errors().forEach((kind, count) -> errors.row(kind, Units.count(count)));
      text.append('\n').append(errors.text());
    }
    return text.toString();
  }

  private static String latencies(StormSummary storm) {
    Table table =
        new Table("from the intended moment to", ">p50", ">p90", ">p99", ">p99.9", ">max");
    row(table, "all of the initial state", storm.initialState());
    table.row("the request's sending", "", "", "", "", ms(storm.latestSendMs()));
    if (storm.ceiling() != null) {
      row(table, "the same from a static server", storm.ceiling());
    }
    return table.text();
  }

  private static void row(Table table, String name, StormSummary.Latency times) {
    table.row(
        name,
        ms(times.p50Ms()),
        ms(times.p90Ms()),
        ms(times.p99Ms()),
        ms(times.p999Ms()),
        ms(times.maxMs()));
  }

  private static String ms(double ms) {
    return ms < 10 ? String.format(Locale.ROOT, "%.1f ms", ms) : Units.span(Math.round(ms));
  }
}
