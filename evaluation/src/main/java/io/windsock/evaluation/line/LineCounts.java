package io.windsock.evaluation.line;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What became of packets.
 *
 * @param passed how many arrived, or are about to
 * @param lost how many got lost on the line
 * @param dropped how many found too much waiting for the line
 */
public record LineCounts(long passed, long lost, long dropped) {
  private static final Pattern SPACE = Pattern.compile(" ");

  /**
   * Parses what {@link #toString} returns.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static LineCounts parse(String text) {
    List<Long> numbers = SPACE.splitAsStream(text).map(Long::valueOf).toList();
    if (numbers.size() != 3) {
      throw new IllegalArgumentException("not the counts of a line: " + text);
    }
    return new LineCounts(numbers.get(0), numbers.get(1), numbers.get(2));
  }

  /** Returns these and those of another direction. */
  LineCounts plus(LineCounts other) {
    return new LineCounts(passed + other.passed, lost + other.lost, dropped + other.dropped);
  }

  /** Returns these without earlier ones. */
  public LineCounts minus(LineCounts earlier) {
    return new LineCounts(passed - earlier.passed, lost - earlier.lost, dropped - earlier.dropped);
  }

  @Override
  public String toString() {
    return passed + " " + lost + " " + dropped;
  }
}
