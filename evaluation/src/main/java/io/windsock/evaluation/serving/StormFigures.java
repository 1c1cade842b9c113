package io.windsock.evaluation.serving;

import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Comparison;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Grid;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The findings, the chart and the tables of storms. Immutable. */
final class StormFigures {
  /** The name of the bare servers in the data of earlier builds, which had one. */
  private static final String ONE_BARE = "a bare server";

  /** With less, in percent more than the bare servers, the mirrors are not the limit. */
  private static final double MUCH_SLOWER = 25;

  private final Table rows;
  private final Comparison comparison;

  /** The largest number of displays. */
  private final double most;

  /** The name of the bare servers in these rows. */
  private final String bare;

  /**
   * Creates figures.
   *
   * @param rows what {@link StormRun} returned
   */
  StormFigures(Table rows) {
    this.rows = rows;
    comparison = new Comparison(rows);
    most = rows.xs().stream().mapToDouble(it -> it).max().orElseThrow();
    bare = rows.has(StormRun.BARE, most, StormRun.P99) ? StormRun.BARE : ONE_BARE;
  }

  Outcome outcome() {
    return new Outcome(
        List.of(initialState(), updateDelay()), Map.of("initial-state", chart()), grids());
  }

  private Finding initialState() {
    return new Finding(
        String.format(Locale.ROOT, "Initial state of %,.0f displays, 99th percentile", most),
        rows.spread(StormRun.MIRROR_SITES, most, StormRun.P99),
        "ms",
        "",
        "",
        null,
        againstBare(comparison.changeAt(StormRun.MIRROR_SITES, bare, most, StormRun.P99)));
  }

  private static String againstBare(Spread slower) {
    String remark = String.format(Locale.ROOT, "against bare servers: %+.0f %%", slower.median());
    return slower.median() < MUCH_SLOWER
        ? remark + ", so the displays' process or the machine is the limit"
        : remark;
  }

  private Finding updateDelay() {
    return new Finding(
        "Update delay of regular clients during that storm",
        rows.spread(StormRun.MIRROR_SITES, most, StormRun.DURING),
        "ms",
        "",
        "",
        null,
        String.format(
            Locale.ROOT,
            "before it: %.0f ms, after: %.0f ms",
            rows.spread(StormRun.MIRROR_SITES, most, StormRun.BEFORE).median(),
            rows.spread(StormRun.MIRROR_SITES, most, StormRun.AFTER).median()));
  }

  private Chart chart() {
    return new Chart(
        "Time until displays have their initial state, 99th percentile",
        "displays",
        "ms",
        List.of(
            comparison.curve(StormRun.MIRROR_SITES, StormRun.MIRROR_SITES, StormRun.P99),
            comparison.curve(bare, bare, StormRun.P99)),
        List.of(),
        AxisScale.LINEAR);
  }

  private List<Grid> grids() {
    return List.of(
        grid("Initial state, median, ms", StormRun.P50, "%.0f"),
        grid("99th percentile, ms", StormRun.P99, "%.0f"),
        grid("Displays without initial state", StormRun.FAILED, "%.0f"),
        grid("Update delay before the storm, ms", StormRun.BEFORE, "%.0f"),
        grid("during it, ms", StormRun.DURING, "%.0f"),
        grid("after it, ms", StormRun.AFTER, "%.0f"),
        grid("Updates that displays received meanwhile", StormRun.UPDATES, "%,.0f"),
        grid("How late the displays' process sent a request at worst, ms", StormRun.LATE, "%.0f"),
        grid("Processors that the central node used", StormRun.CENTRAL, "%.2f"),
        grid("Processors that the first mirror used", StormRun.MIRROR, "%.2f"));
  }

  private Grid grid(String caption, String measure, String format) {
    return comparison.grid(caption, "displays", measure, format);
  }
}
