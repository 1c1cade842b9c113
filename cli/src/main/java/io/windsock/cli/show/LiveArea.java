package io.windsock.cli.show;

import java.io.PrintWriter;
import java.util.List;

/**
 * Lines at the bottom of a terminal that are painted over again and again; other lines can be
 * printed above them. Any thread may call it.
 */
public final class LiveArea {
  private static final String CLEAR_BELOW = "\033[J";

  private final PrintWriter out;
  private List<String> shown = List.of();

  /** On the terminal that {@code out} writes to. */
  public LiveArea(PrintWriter out) {
    this.out = out;
  }

  /**
   * Replaces the lines.
   *
   * @param width of the terminal: longer lines are cut, for a wrapped line would not be painted
   *     over
   */
  public synchronized void show(List<String> lines, int width) {
    erase();
    shown = lines.stream().map(line -> cut(line, width)).toList();
    paint();
  }

  /** Prints a line above them, where it stays. */
  public synchronized void print(String line) {
    erase();
    out.print(line + "\r\n");
    paint();
  }

  /** Leaves the lines as they are: what comes next is printed below. */
  public synchronized void end() {
    shown = List.of();
    out.flush();
  }

  private void erase() {
    if (!shown.isEmpty()) {
      out.print("\033[" + shown.size() + "A");
    }
    out.print("\r" + CLEAR_BELOW);
  }

  private void paint() {
    shown.forEach(line -> out.print(line + "\r\n"));
    out.flush();
  }

  private static String cut(String line, int width) {
    return width > 0 && line.length() > width ? line.substring(0, width - 1) + "…" : line;
  }
}
