package io.windsock.contracts.position;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A vector timestamp (the paper, section 3.3) with one component per source partition: the offset
 * after the last record received from it. The components are in the catalogue's order of streams
 * and belong to the same partition number, because all source topics are co-partitioned. Immutable.
 */
public final class Stamp {
  private static final int MAX_SHOWN = 80;

  private final long[] next;

  /** Creates a stamp of these components, which are copied. */
  public Stamp(long[] next) {
    for (long offset : next) {
      if (offset < 0) {
        throw new IllegalArgumentException("a stamp with offset " + offset);
      }
    }
    this.next = next.clone();
  }

  /** Creates a stamp from the list in a marker. */
  public static Stamp of(List<Long> components) {
    return new Stamp(components.stream().mapToLong(Long::longValue).toArray());
  }

  /** Returns the number of components. */
  public int size() {
    return next.length;
  }

  /** Returns the offset after the last record received from stream number {@code stream}. */
  public long next(int stream) {
    return next[stream];
  }

  /** Whether this stamp includes everything that {@code other} has received. */
  public boolean covers(Stamp other) {
    if (next.length != other.next.length) {
      return false;
    }
    for (int i = 0; i < next.length; i++) {
      if (next[i] < other.next[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Stamp other && Arrays.equals(next, other.next);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(next);
  }

  /** Returns the text form: the components joined by dots, {@code 12.0.7}. */
  @Override
  public String toString() {
    return Arrays.stream(next).mapToObj(Long::toString).collect(Collectors.joining("."));
  }

  /**
   * Parses the text form.
   *
   * @throws IllegalArgumentException for text that {@link #toString} does not produce
   */
  public static Stamp parse(String text) {
    String shown = text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    try {
      Stamp stamp =
          new Stamp(Arrays.stream(text.split("\\.", -1)).mapToLong(Long::parseLong).toArray());
      if (!stamp.toString().equals(text)) {
        throw new IllegalArgumentException("another text of " + stamp);
      }
      return stamp;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("not a stamp: '" + shown + "'", e);
    }
  }
}
