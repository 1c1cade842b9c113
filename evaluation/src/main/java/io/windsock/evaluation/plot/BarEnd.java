package io.windsock.evaluation.plot;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import org.knowm.xchart.style.markers.Marker;

/** The short horizontal line at the end of an error bar. */
final class BarEnd extends Marker {
  static final BasicStroke STROKE = new BasicStroke(1.2f);

  @Override
  public void paint(Graphics2D g, double x, double y, int size) {
    double half = size / 2.0;
    g.setStroke(STROKE);
    g.draw(new Line2D.Double(x - half, y, x + half, y));
  }
}
