package io.windsock.cli.show;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Lines for a {@link LiveArea}, top to bottom, each with a rank: a small terminal omits the least
 * important ones. One thread owns it.
 */
public final class LiveLines {
  /** Assumed for a terminal that does not report its size. */
  public static final int DEFAULT_WIDTH = 80;

  /** Assumed for a terminal that does not report its size. */
  public static final int DEFAULT_HEIGHT = 24;

  private record Line(String text, int rank) {}

  private final List<Line> lines = new ArrayList<>();

  /**
   * Adds a line below the others.
   *
   * @param rank lower is more important; among equals the upper lines are more important
   */
  public LiveLines add(int rank, String text) {
    lines.add(new Line(text, rank));
    return this;
  }

  /**
   * Returns the lines that fit a terminal without wrapping or scrolling: the last column, and the
   * last row with the cursor, stay free.
   *
   * @param width of the terminal in characters; 0: unknown
   * @param height of the terminal in lines; 0: unknown
   */
  public List<String> fitted(int width, int height) {
    int columns = Math.max(1, (width > 0 ? width : DEFAULT_WIDTH) - 1);
    int rows = Math.max(0, (height > 0 ? height : DEFAULT_HEIGHT) - 1);
    Set<Integer> kept = kept(rows);
    return IntStream.range(0, lines.size())
        .filter(kept::contains)
        .mapToObj(i -> Table.cut(lines.get(i).text(), columns))
        .toList();
  }

  private Set<Integer> kept(int rows) {
    return new HashSet<>(
        IntStream.range(0, lines.size())
            .boxed()
            .sorted(Comparator.comparingInt(i -> lines.get(i).rank()))
            .limit(rows)
            .toList());
  }
}
