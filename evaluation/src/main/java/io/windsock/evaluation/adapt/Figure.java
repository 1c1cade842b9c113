package io.windsock.evaluation.adapt;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A plot of the update delay over time, as SVG: a line for each setting, with the 99th percentile
 * of each interval as the median over the rounds; the scale is logarithmic, and bursts are shaded.
 */
final class Figure {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 400;
  private static final int LEFT = 60;
  private static final int RIGHT = 110;
  private static final int TOP = 34;
  private static final int BOTTOM = 44;
  private static final int LABEL_GAP = 15;
  private static final double MS_PER_SECOND = 1e3;
  private static final long MAX_TICKS = 12;

  private static final Map<Setting, String> COLOURS =
      Map.of(
          Setting.NORMAL, "#c0392b",
          Setting.BUSY, "#7f8c8d",
          Setting.THRESHOLDS, "#2471a3",
          Setting.OBJECTIVE, "#1e8449");

  private final List<Series> all;
  private final Bursts bursts;
  private final StringBuilder svg = new StringBuilder();
  private final double lowest;
  private final double highest;

  Figure(List<Series> all, Bursts bursts) {
    this.all = all;
    this.bursts = bursts;
    double[] delays =
        all.stream()
            .flatMap(run -> run.points().stream())
            .mapToDouble(Figure::delay)
            .sorted()
            .toArray();
    lowest = Math.pow(10, Math.floor(Math.log10(delays[0])));
    highest = Math.pow(10, Math.ceil(Math.log10(delays[delays.length - 1] + 1)));
  }

  private static double delay(Series.Point point) {
    return Math.max(1, point.delaysMs().getValueAtPercentile(99));
  }

  String svg() {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"12\">",
        WIDTH, HEIGHT);
    add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
    add(
        "<text x=\"%d\" y=\"20\" font-size=\"14\">Update delay at the central site, 99th percentile"
            + " of each half second (ms)</text>",
        LEFT);
    shadeBursts();
    axes();
    int row = 0;
    for (Setting setting : Setting.values()) {
      List<Series> runs = all.stream().filter(run -> run.setting() == setting).toList();
      if (!runs.isEmpty()) {
        line(setting, runs, row++);
      }
    }
    add("</svg>");
    return svg.toString();
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private double x(double ms) {
    return LEFT + ms / bursts.span().toMillis() * (WIDTH - LEFT - RIGHT);
  }

  private double y(double delayMs) {
    double share = Math.log10(delayMs / lowest) / Math.log10(highest / lowest);
    return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
  }

  private void shadeBursts() {
    long cycleMs = bursts.burst().plus(bursts.pause()).toMillis();
    for (int i = 0; i < bursts.count(); i++) {
      double from = x((double) i * cycleMs + bursts.pause().toMillis());
      double to = x((i + 1.0) * cycleMs);
      add(
          "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#fdf2d0\"/>",
          from, TOP, to - from, HEIGHT - TOP - BOTTOM);
      add(
          "<text x=\"%.1f\" y=\"%d\" fill=\"#9a7d0a\" text-anchor=\"middle\">burst</text>",
          (from + to) / 2, TOP + LABEL_GAP);
    }
  }

  private void axes() {
    for (double decade = lowest; decade <= highest * 1.01; decade *= 10) {
      add(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>",
          LEFT, WIDTH - RIGHT, y(decade), y(decade));
      add(
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%,.0f</text>",
          LEFT - 6, y(decade) + 4, decade);
    }
    long seconds = bursts.span().toSeconds();
    long step = Math.max(1, (seconds + MAX_TICKS - 1) / MAX_TICKS);
    for (long second = 0; second <= seconds; second += step) {
      add(
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>",
          x(second * MS_PER_SECOND), HEIGHT - BOTTOM + 16, second);
    }
    add(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">seconds</text>",
        (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8);
  }

  private void line(Setting setting, List<Series> runs, int row) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < runs.get(0).points().size(); i++) {
      int at = i;
      double delay = Report.median(runs, run -> delay(run.points().get(at)));
      points.append(
          String.format(
              Locale.ROOT, "%.1f,%.1f ", x((double) runs.get(0).points().get(i).atMs()), y(delay)));
    }
    String colour = Objects.requireNonNull(COLOURS.get(setting));
    add(
        "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>",
        colour, points.toString().strip());
    int labelY = TOP + LABEL_GAP + row * 20;
    int labelX = WIDTH - RIGHT + 10;
    add(
        "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"3\"/>",
        labelX, labelX + 16, labelY - 4, labelY - 4, colour);
    add("<text x=\"%d\" y=\"%d\">%s</text>", labelX + 22, labelY, setting.text());
  }
}
