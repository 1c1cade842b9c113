package io.windsock.evaluation.link;

import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Comparison;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.line.PacketLine;
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.plot.Curve;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Grid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How fresh the copy is with the adaptive interval and with fixed ones, over long lines. */
final class LinkFreshness implements Experiment {
  private static final String RELAY =
      "A relay in a process of its own delays what passes between sender and receiver, by half of"
          + " the round trip each way, and lets it pass at the line's rate. It holds what fits on the"
          + " line and 256 KiB; then the sending side has to wait.";
  private static final String PACKETS =
      "A process of its own takes the packets between sender and receiver from a TUN device: it"
          + " lets them pass at the line's rate, delays them by half of the round trip each way, and"
          + " loses 1 of 100 in each direction, at random. While 256 KiB wait, it drops what comes.";
  private static final int[] LOADS = {10, 30, 50, 70, 90};
  private static final int[] QUICK_LOADS = {30};
  private static final int QUICK_SETTINGS = 2;
  private static final double AIM = 1.2;

  private static final Path CONGESTION_CONTROL =
      Path.of("/proc/sys/net/ipv4/tcp_congestion_control");

  private final LineGroup group;

  LinkFreshness(LineGroup group) {
    this.group = group;
  }

  @Override
  public Description description() {
    return new Description(
        group.experiment(),
        group.title(),
        "How late is the copy with the adaptive interval, compared with the best fixed one?",
        "Sections 3.2 and 5; the paper measured in a LAN and left the WAN to future work",
        List.of(
            LinkExperiments.SITES,
            group.isLossy() ? PACKETS : RELAY,
            "Loads are shares of the line's rate, in records of "
                + FreshnessRun.RECORD_BYTES
                + " bytes at constant distances. The link encrypts and does not compress, so that a load"
                + " has that share. The time of a record runs from when it was due at the source until it"
                + " is read, committed, at the target.",
            "The adaptive interval begins at 30 ms; the fixed ones are 5, 20, 80 and 320 ms. A run has"
                + " a thousand records or more. In each round, the adaptive interval is compared with the"
                + " fixed one whose p99 at this load is best in the median of the other rounds, so that"
                + " luck does not choose it."),
        group.isLossy()
            ? List.of()
            : List.of(
                "The relay delays bytes of a connection, not packets: it loses none, and TCP ends"
                    + " at it."));
  }

  @Override
  public String time() {
    return group.time();
  }

  @Override
  public String missing() {
    return group.isLossy() ? PacketLine.missing() : "";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<LongLine> lines = scale.quick() ? group.lines().subList(0, 1) : group.lines();
    List<Subject> subjects = new ArrayList<>();
    for (LongLine line : lines) {
      List<FreshnessSetting> settings = FreshnessSetting.over(line);
      for (int load : scale.quick() ? QUICK_LOADS : LOADS) {
        settings.stream()
            .limit(scale.quick() ? QUICK_SETTINGS : settings.size())
            .forEach(setting -> subjects.add(new Subject(setting.text(), load)));
      }
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException {
    about.setting("bytes of a record", Integer.toString(FreshnessRun.RECORD_BYTES));
    if (group.isLossy()) {
      about.setting("congestion control", Files.readString(CONGESTION_CONTROL).strip());
    }
    return FreshnessRun.start(scale, group);
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    List<Finding> findings = new ArrayList<>();
    Map<String, Chart> charts = new LinkedHashMap<>();
    List<Grid> grids = new ArrayList<>();
    for (LongLine line : group.lines()) {
      Table over = over(rows, line);
      if (over.rows().isEmpty()) {
        continue;
      }
      findings.add(worst(over, line));
      charts.put(line.chart(), chart(over, line));
      grids.add(
          new Comparison(over)
              .grid("p99 of freshness, ms, " + line.text(), "load, %", FreshnessRun.P99, "%.0f"));
      if (group.isLossy()) {
        grids.addAll(packets(over, line));
      }
    }
    return new Outcome(findings, charts, grids);
  }

  private static List<Grid> packets(Table over, LongLine line) {
    Comparison comparison = new Comparison(over);
    return List.of(
        comparison.grid("Packets lost, %, " + line.text(), "load, %", FreshnessRun.LOST, "%.2f"),
        comparison.grid(
            "Packets dropped because too many waited, %, " + line.text(),
            "load, %",
            FreshnessRun.DROPPED,
            "%.2f"));
  }

  private static Table over(Table rows, LongLine line) {
    List<Row> over =
        rows.rows().stream()
            .filter(row -> FreshnessSetting.of(row.setting()).line().equals(line))
            .toList();
    return new Table(over);
  }

  /**
   * Returns what the adaptive interval has of the best fixed one, at the load where it is worst.
   */
  private static Finding worst(Table over, LongLine line) {
    List<String> settings = over.settings();
    double worstLoad = 0;
    Spread worst = new Spread(0, 0, 0, 1);
    String best = "";
    List<String> fixed =
        settings.stream().filter(setting -> !FreshnessSetting.of(setting).adaptive()).toList();
    for (double load : over.xs()) {
      Spread ratio = ratioToBest(over, adaptive(settings), fixed, load);
      if (ratio.median() > worst.median()) {
        worst = ratio;
        worstLoad = load;
        best = FreshnessSetting.of(best(over, fixed, load, Table.NO_ROUND)).intervalMs() + " ms";
      }
    }
    return new Finding(
        "p99 with the adaptive interval, of that with the best fixed one, " + line.text(),
        worst,
        "",
        "",
        "at most 1.2",
        worst.median() <= AIM,
        String.format(Locale.ROOT, "the worst load, %.0f %%, where %s are best", worstLoad, best));
  }

  private static String adaptive(List<String> settings) {
    return settings.stream()
        .filter(setting -> FreshnessSetting.of(setting).adaptive())
        .findFirst()
        .orElseThrow();
  }

  private static Spread ratioToBest(Table over, String setting, List<String> fixed, double load) {
    double[] ours = over.values(setting, load, FreshnessRun.P99);
    double[] ratios = new double[ours.length];
    for (int round = 0; round < ours.length; round++) {
      String best = best(over, fixed, load, round);
      ratios[round] = ours[round] / over.values(best, load, FreshnessRun.P99)[round];
    }
    return Spread.of(ratios);
  }

  /** Returns the setting with the lowest median of p99 in all rounds but one, if there are more. */
  private static String best(Table over, List<String> fixed, double load, int without) {
    return fixed.stream()
        .min(
            Comparator.comparingDouble(
                setting -> over.medianWithout(without, setting, load, FreshnessRun.P99)))
        .orElseThrow();
  }

  private static Chart chart(Table over, LongLine line) {
    Comparison comparison = new Comparison(over);
    List<Curve> curves =
        over.settings().stream()
            .map(setting -> comparison.curve(setting, setting, FreshnessRun.P99))
            .toList();
    return new Chart(
        "Freshness at the target, " + line.text(),
        "load, % of the line",
        "p99, ms",
        curves,
        List.of(),
        AxisScale.LINEAR);
  }
}
