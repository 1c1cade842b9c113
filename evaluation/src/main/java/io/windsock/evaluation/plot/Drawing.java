package io.windsock.evaluation.plot;

import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.None;

/**
 * A chart drawn by XChart.
 *
 * <p>XChart's own error bars are symmetric. Here the bars of a curve are a series of vertical
 * lines, with a gap after each, and bands are polygons as high as the plot. Series are named by
 * number, since XChart requires unique names; their labels appear in the legend.
 */
final class Drawing {
  private static final String FONT = Font.SANS_SERIF;

  /**
   * The share of the plot that the axes' ranges span; at 1, XChart leaves out ticks at the ends.
   */
  private static final double CONTENT = 0.99;

  /** Where XChart writes the labels of the x axis, as a share of the y axis. */
  private static final double X_LABELS = -0.0445;

  /** The shades of bands, by the order in which their names first appear. */
  private static final List<Color> SHADES = List.of(new Color(0xEDEDED), new Color(0xFAF3DC));

  private static final String NUMBER = "#,##0.###";
  private static final Color GRID = new Color(0xDDDDDD);

  /** Heights of bands' names, as shares of the y axis; neighbours alternate between the two. */
  private static final List<Double> NAME_HEIGHTS = List.of(0.97, 0.93);

  static {
    // A display is never used; without this, AWT connects to one that DISPLAY names.
    System.setProperty("java.awt.headless", "true");
  }

  private final Chart chart;
  private final Axes axes;
  private final XYChart drawn;

  Drawing(Chart chart) {
    this.chart = chart;
    this.axes = Axes.of(chart);
    this.drawn =
        new XYChartBuilder()
            .width(Chart.WIDTH)
            .height(Chart.HEIGHT)
            .title(chart.title())
            .xAxisTitle(chart.xLabel())
            .yAxisTitle(chart.yLabel())
            .build();
    style(drawn.getStyler());
    addBands();
    addCurves();
    addLogLabels();
  }

  byte[] png() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BitmapEncoder.saveBitmap(drawn, out, BitmapFormat.PNG);
    return out.toByteArray();
  }

  /** Returns the SVG; its texts are outlines, so title and curves are named for screen readers. */
  String svg() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    VectorGraphicsEncoder.saveVectorGraphic(drawn, out, VectorGraphicsFormat.SVG);
    String svg = out.toString(StandardCharsets.UTF_8);
    int root = svg.indexOf('>', svg.indexOf("<svg")) + 1;
    String curves = chart.curves().stream().map(Curve::name).collect(Collectors.joining("; "));
    return svg.substring(0, root)
        + "<title>"
        + escaped(chart.title())
        + "</title>"
        + "<desc>"
        + escaped(chart.yLabel() + " by " + chart.xLabel() + ": " + curves)
        + "</desc>"
        + svg.substring(root);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private void style(XYStyler styler) {
    styler
        .setChartBackgroundColor(Color.WHITE)
        .setPlotBackgroundColor(Color.WHITE)
        .setPlotBorderVisible(false)
        .setPlotContentSize(CONTENT)
        .setChartTitleBoxVisible(false)
        .setChartTitleFont(new Font(FONT, Font.BOLD, 16))
        .setAnnotationTextFont(new Font(FONT, Font.PLAIN, 12))
        .setAnnotationTextFontColor(Color.DARK_GRAY)
        .setMarkerSize(7)
        .setAntiAlias(true);
    styleLegend(styler);
    styleAxes(styler);
  }

  private static void styleLegend(XYStyler styler) {
    styler
        .setLegendPosition(LegendPosition.OutsideE)
        .setLegendBorderColor(Color.WHITE)
        .setLegendSeriesLineLength(30)
        .setLegendFont(new Font(FONT, Font.PLAIN, 13));
  }

  private void styleAxes(XYStyler styler) {
    styler
        .setAxisTitleFont(new Font(FONT, Font.PLAIN, 14))
        .setAxisTickLabelsColor(Color.DARK_GRAY)
        .setXAxisDecimalPattern(chart.xScale() == AxisScale.LOG ? NUMBER : null)
        .setAxisTickLabelsFont(new Font(FONT, Font.PLAIN, 12))
        .setPlotGridVerticalLinesVisible(false)
        .setPlotGridLinesColor(GRID)
        .setXAxisLogarithmic(chart.xScale() == AxisScale.LOG)
        .setXAxisLogarithmicDecadeOnly(axes.spansDecade())
        .setXAxisMin(axes.x().min())
        .setXAxisMax(axes.x().max())
        .setYAxisMin(axes.y().min())
        .setYAxisMax(axes.y().max());
  }

  private void addBands() {
    List<String> names = chart.bands().stream().map(Band::name).distinct().toList();
    for (Band band : chart.bands()) {
      addBand(band, SHADES.get(names.indexOf(band.name()) % SHADES.size()));
    }
    for (int i = 0; i < names.size(); i++) {
      addName(firstBand(names.get(i)), NAME_HEIGHTS.get(i % NAME_HEIGHTS.size()));
    }
  }

  private Band firstBand(String name) {
    return chart.bands().stream()
        .filter(band -> band.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private void addBand(Band band, Color shade) {
    double bottom = axes.y().min();
    double top = axes.y().max();
    double[] xs = {band.from(), band.from(), band.to(), band.to()};
    XYSeries series = unlabelled(xs, new double[] {bottom, top, top, bottom});
    series.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    series.setLineStyle(SeriesLines.NONE).setFillColor(shade);
    series.setMarker(new None());
  }

  private void addName(Band band, double height) {
    addText(band.name(), (band.from() + band.to()) / 2, height);
  }

  /** Labels 2 and 5 between powers of ten; XChart labels only the powers, or every digit. */
  private void addLogLabels() {
    if (chart.xScale() == AxisScale.LOG && axes.spansDecade()) {
      DecimalFormat format =
          new DecimalFormat(NUMBER, DecimalFormatSymbols.getInstance(Locale.ROOT));
      axes.betweenDecades().forEach(x -> addText(format.format(x), x, X_LABELS));
    }
  }

  /** Adds text centred at x and at this share of the y axis. */
  private void addText(String text, double x, double height) {
    drawn.addAnnotation(new AnnotationText(text, x, axes.y().at(height), false));
  }

  private void addCurves() {
    Map<Kind, Integer> seen = new EnumMap<>(Kind.class);
    for (Curve curve : chart.curves()) {
      Look look = Look.of(curve, seen.merge(curve.kind(), 1, Integer::sum) - 1);
      if (curve.kind() == Kind.OURS && curve.points().stream().anyMatch(Point::hasBar)) {
        addBars(curve, look);
      }
      XYSeries series = add(curve.xs(), curve.ys());
      series.setLabel(curve.name());
      look.applyTo(series);
    }
  }

  private void addBars(Curve curve, Look look) {
    List<Point> points = curve.points().stream().filter(Point::hasBar).toList();
    double[] xs = new double[points.size() * 3];
    double[] ys = new double[xs.length];
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      xs[3 * i] = xs[3 * i + 1] = xs[3 * i + 2] = point.x();
      ys[3 * i] = point.low();
      ys[3 * i + 1] = point.high();
      ys[3 * i + 2] = Double.NaN;
    }
    new Look(look.colour(), BarEnd.STROKE, new BarEnd()).applyTo(unlabelled(xs, ys));
  }

  private XYSeries unlabelled(double[] xs, double[] ys) {
    XYSeries series = add(xs, ys);
    series.setShowInLegend(false);
    return series;
  }

  private XYSeries add(double[] xs, double[] ys) {
    return drawn.addSeries("series " + drawn.getSeriesMap().size(), xs, ys);
  }
}
