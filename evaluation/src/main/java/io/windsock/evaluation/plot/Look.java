package io.windsock.evaluation.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.None;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The colour, stroke and marker of a curve. */
record Look(Color colour, BasicStroke stroke, Marker marker) {
  /** Okabe and Ito's palette, which colour-blind readers can tell apart; without its yellow. */
  private static final List<Color> COLOURS =
      List.of(
          new Color(0x0072B2),
          new Color(0xD55E00),
          new Color(0x009E73),
          new Color(0xCC79A7),
          new Color(0xE69F00),
          new Color(0x56B4E9),
          Color.BLACK);

  private static final List<Color> GREYS =
      List.of(new Color(0x555555), new Color(0x8C8C8C), new Color(0x707070), new Color(0xA6A6A6));

  private static final List<float[]> DASHES =
      List.of(new float[] {8, 5}, new float[] {2, 4}, new float[] {12, 4, 2, 4});

  private static final List<Marker> MARKERS =
      List.of(
          SeriesMarkers.CIRCLE,
          SeriesMarkers.SQUARE,
          SeriesMarkers.TRIANGLE_UP,
          SeriesMarkers.DIAMOND,
          SeriesMarkers.TRIANGLE_DOWN);

  private static final float WIDTH = 2;

  /** Curves of more points, such as time lines, have no markers. */
  private static final int MAX_MARKED_POINTS = 40;

  /** Returns the look of a curve that is preceded by this many of its kind. */
  static Look of(Curve curve, int index) {
    Look look = curve.kind() == Kind.OURS ? ours(index) : paper(index);
    return curve.points().size() > MAX_MARKED_POINTS
        ? new Look(look.colour, look.stroke, new None())
        : look;
  }

  private static Look ours(int index) {
    BasicStroke solid = new BasicStroke(WIDTH, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    return new Look(cycle(COLOURS, index), solid, cycle(MARKERS, index));
  }

  private static Look paper(int index) {
    float[] dash = cycle(DASHES, index);
    BasicStroke dashed =
        new BasicStroke(WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dash, 0);
    return new Look(cycle(GREYS, index), dashed, cycle(MARKERS, index));
  }

  private static <T> T cycle(List<T> all, int index) {
    return all.get(index % all.size());
  }

  void applyTo(XYSeries series) {
    series.setLineColor(colour).setLineStyle(stroke);
    series.setMarkerColor(colour).setMarker(marker);
  }
}
