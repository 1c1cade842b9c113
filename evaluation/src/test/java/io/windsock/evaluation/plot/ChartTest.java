package io.windsock.evaluation.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.windsock.evaluation.data.Spread;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;

class ChartTest {
  private static final List<Curve> CURVES =
      List.of(
          new Curve(
              "adaptive <mirrors> & co",
              List.of(
                  Point.of(1, Spread.of(10, 12, 19)),
                  Point.of(4, Spread.of(20, 24, 26)),
                  Point.of(16, Spread.of(50, 51, 60))),
              Kind.OURS),
          new Curve(
              "fixed",
              List.of(Point.of(1, 20), Point.of(4, Spread.of(40, 44)), Point.of(16, 100)),
              Kind.OURS),
          new Curve(
              "adaptive (paper)",
              List.of(new Point(1, 15, 0, 900), Point.of(4, 30), Point.of(16, 64)),
              Kind.PAPER),
          new Curve("fixed (paper)", List.of(Point.of(1, 25), Point.of(16, 110)), Kind.PAPER));

  private static final List<Band> BANDS =
      List.of(new Band(2, 3, "burst"), new Band(5, 8, "burst"), new Band(8, 12, "recovery"));

  private final Path folder;

  ChartTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static Chart chart(AxisScale scale) {
    return new Chart("Delay < limit", "mirrors", "delay (ms)", CURVES, BANDS, scale);
  }

  @ParameterizedTest
  @EnumSource
  void shouldWriteWellFormedSvgWithTheCurvesNames(AxisScale scale) throws Exception {
    chart(scale).write(folder, "delay");

    Document svg = parse(folder.resolve("delay.svg"));
    assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
    assertThat(text(svg, "title")).isEqualTo("Delay < limit");
    assertThat(text(svg, "desc"))
        .isEqualTo(
            "delay (ms) by mirrors: adaptive <mirrors> & co; fixed; adaptive (paper);"
                + " fixed (paper)");
    assertThat(Files.readString(folder.resolve("delay.svg"))).contains("stroke-dasharray");
  }

  private static Document parse(Path svg) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    return factory.newDocumentBuilder().parse(svg.toFile());
  }

  private static String text(Document svg, String tag) {
    return svg.getElementsByTagName(tag).item(0).getTextContent();
  }

  @ParameterizedTest
  @EnumSource
  void shouldWriteAPngOnWhite(AxisScale scale) throws IOException {
    chart(scale).write(folder.resolve("made"), "delay");

    BufferedImage png = ImageIO.read(folder.resolve("made/delay.png").toFile());
    assertThat(png.getWidth()).isEqualTo(900);
    assertThat(png.getHeight()).isEqualTo(520);
    assertThat(png.getRGB(0, 0)).isEqualTo(0xFFFFFFFF);
    assertThat(colours(png)).contains(0xFF0072B2, 0xFFD55E00, 0xFF555555, 0xFFEDEDED);
  }

  private static List<Integer> colours(BufferedImage png) {
    return IntStream.range(0, png.getWidth() * png.getHeight())
        .map(i -> png.getRGB(i % png.getWidth(), i / png.getWidth()))
        .distinct()
        .boxed()
        .toList();
  }

  @Test
  void shouldDrawErrorBarsOfOurCurvesOnly() throws IOException {
    Point bar = new Point(2, 5, 1, 9);
    List<Point> line = List.of(Point.of(1, 9), bar, Point.of(3, 9));
    List<Point> bare = List.of(Point.of(1, 9), Point.of(2, 5), Point.of(3, 9));

    assertThat(png(line, Kind.OURS)).isNotEqualTo(png(bare, Kind.OURS));
    assertThat(png(line, Kind.PAPER)).isEqualTo(png(bare, Kind.PAPER));
  }

  private byte[] png(List<Point> points, Kind kind) throws IOException {
    Curve curve = new Curve("curve", points, kind);
    new Chart("t", "x", "y", List.of(curve), List.of(), AxisScale.LINEAR).write(folder, "c");
    return Files.readAllBytes(folder.resolve("c.png"));
  }

  @Test
  void shouldDrawATimeLineAndASinglePoint() throws IOException {
    List<Point> many = IntStream.range(0, 500).mapToObj(i -> Point.of(i, Math.sin(i))).toList();
    for (List<Point> points : List.of(many, List.of(Point.of(7, 0)))) {
      assertThat(png(points, Kind.OURS)).isNotEmpty();
    }
  }

  @Test
  void shouldRejectWhatItCannotDraw() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Chart("t", "x", "y", List.of(), List.of(), AxisScale.LINEAR))
        .withMessageContaining("“t”");
    Curve atZero = new Curve("zero", List.of(Point.of(0, 1)), Kind.OURS);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Chart("t", "x", "y", List.of(atZero), List.of(), AxisScale.LOG))
        .withMessageContaining("linear");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new Chart("t", "x", "y", List.of(atZero, atZero), List.of(), AxisScale.LINEAR))
        .withMessageContaining("[zero, zero]");
    assertThatIllegalArgumentException().isThrownBy(() -> new Point(1, 5, 6, 7));
    assertThatIllegalArgumentException().isThrownBy(() -> Point.of(1, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> new Band(2, 2, "burst"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Curve("empty", List.of(), Kind.OURS))
        .withMessageContaining("“empty”");
  }

  @Test
  void shouldStartTheYAxisAtZeroUnlessAValueIsNegative() {
    assertThat(Axes.of(chart(AxisScale.LINEAR)).y().min()).isZero();
    Curve negative = new Curve("n", List.of(Point.of(1, -4), Point.of(2, 4)), Kind.OURS);
    Chart chart = new Chart("t", "x", "y", List.of(negative), List.of(), AxisScale.LINEAR);
    assertThat(Axes.of(chart).y().min()).isLessThan(-4);
  }

  @Test
  void shouldScaleToOurBarsAndThePapersPoints() {
    assertThat(Axes.of(chart(AxisScale.LINEAR)).y().max()).isBetween(110.0, 130.0);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 100, 2 5 20 50",
    "1, 64, 2 5 20 50",
    "0.3, 4, 0.5 2",
    "30, 60, 50",
    "1, 5000, ''"
  })
  void shouldLabelTwoAndFiveBetweenPowersOfTen(double first, double last, String labels) {
    Curve curve = new Curve("c", List.of(Point.of(first, 1), Point.of(last, 1)), Kind.OURS);
    Axes axes = Axes.of(new Chart("t", "x", "y", List.of(curve), List.of(), AxisScale.LOG));
    assertThat(axes.spansDecade()).isEqualTo(last > 10 * first);
    double[] expected =
        Arrays.stream(labels.split(" "))
            .filter(text -> !text.isEmpty())
            .mapToDouble(Double::parseDouble)
            .toArray();
    assertThat(axes.betweenDecades().stream().mapToDouble(x -> x).toArray())
        .containsExactly(expected, within(1e-9));
  }
}
