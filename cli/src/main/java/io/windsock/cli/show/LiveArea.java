package io.windsock.cli.show;

import java.io.PrintWriter;
import java.util.List;

/**
 * Lines at the bottom of a terminal that are repainted in place; other lines can be printed above
 * them. Any thread may call it.
 */
public final class LiveArea {
  private static final String CLEAR_BELOW = "\033[J";
  private static final String CLEAR_SCREEN = "\033[H\033[2J";

  private final PrintWriter out;
  private List<String> shown = List.of();
  private int width;
  private int height;

  /** Creates an area on the terminal that {@code out} writes to. */
  public LiveArea(PrintWriter out) {
    this.out = out;
  }

  /**
   * Replaces the lines with those that fit. After the terminal is resized the old lines may be
   * anywhere, so the screen is cleared.
   *
   * @param width of the terminal in characters; 0: unknown
   * @param height of the terminal in lines; 0: unknown
   */
  public synchronized void show(LiveLines lines, int width, int height) {
    if (!shown.isEmpty() && (width != this.width || height != this.height)) {
      out.print(CLEAR_SCREEN);
      shown = List.of();
    }
    erase();
    this.width = width;
    this.height = height;
    shown = lines.fitted(width, height);
    paint();
  }

  /** Prints a permanent line above the area. */
  public synchronized void print(String line) {
    erase();
    out.print(line + "\r\n");
    paint();
  }

  /** Leaves the lines in place; later output is printed below them. */
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
}
