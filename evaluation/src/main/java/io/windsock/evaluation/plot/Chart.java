package io.windsock.evaluation.plot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** A line chart of curves over bands, 900 by 520 pixels. Its y axis starts at 0 or below. */
public record Chart(
    String title,
    String xLabel,
    String yLabel,
    List<Curve> curves,
    List<Band> bands,
    AxisScale xScale) {
  static final int WIDTH = 900;
  static final int HEIGHT = 520;

  /**
   * Creates a chart.
   *
   * @throws IllegalArgumentException if a text is blank, there is no curve, two curves have one
   *     name, or the scale is logarithmic and an x is not above 0
   */
  public Chart {
    curves = List.copyOf(curves);
    bands = List.copyOf(bands);
    if (Stream.of(title, xLabel, yLabel).anyMatch(String::isBlank)) {
      throw new IllegalArgumentException(
          String.format("title “%s”, labels “%s” and “%s”; all need text", title, xLabel, yLabel));
    }
    List<String> names = curves.stream().map(Curve::name).toList();
    if (names.isEmpty() || names.stream().distinct().count() < names.size()) {
      throw new IllegalArgumentException(
          "chart “" + title + "” has curves " + names + "; it needs one, each with its own name");
    }
    if (xScale == AxisScale.LOG && xs(curves, bands).anyMatch(x -> x <= 0)) {
      throw new IllegalArgumentException(
          "chart “" + title + "” has an x that is not above 0; use a linear scale");
    }
  }

  /**
   * Writes the chart as {@code fileName.svg} and {@code fileName.png} and replaces existing files.
   *
   * @param folder created if it does not exist
   * @param fileName without a suffix
   */
  public void write(Path folder, String fileName) throws IOException {
    Files.createDirectories(folder);
    Drawing drawing = new Drawing(this);
    Files.writeString(folder.resolve(fileName + ".svg"), drawing.svg());
    Files.write(folder.resolve(fileName + ".png"), drawing.png());
  }

  /** Returns every x, those of the bands' ends among them. */
  DoubleStream xs() {
    return xs(curves, bands);
  }

  private static DoubleStream xs(List<Curve> curves, List<Band> bands) {
    return DoubleStream.concat(
        curves.stream().flatMapToDouble(curve -> DoubleStream.of(curve.xs())),
        bands.stream().flatMapToDouble(band -> DoubleStream.of(band.from(), band.to())));
  }

  /** Returns every y and every end of a drawn error bar. */
  DoubleStream ys() {
    return curves.stream()
        .flatMapToDouble(
            curve ->
                curve.kind() == Kind.PAPER
                    ? DoubleStream.of(curve.ys())
                    : curve.points().stream()
                        .flatMapToDouble(point -> DoubleStream.of(point.low(), point.high())));
  }
}
