package io.windsock.contracts.position;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A vector timestamp (the paper, section 3.3): one component per source partition, the offset after
 * the last record received from it. Components are in the catalogue's order of streams, all of one
 * partition number, because all source topics are co-partitioned. Immutable.
 */
public final class Stamp {
  private static final int MAX_SHOWN = 80;

  private final long[] next;

  /** A stamp of these components; copied. */
  public Stamp(long[] next) {
    for (long offset : next) {
      if (offset < 0) {
        throw new IllegalArgumentException("a stamp with offset " + offset);
      }
    }
    this.next = next.clone();
  }

  /** From the list form that a marker carries. */
  public static Stamp of(List<Long> components) {
    return new Stamp(components.stream().mapToLong(Long::longValue).toArray());
  }

  /** How many components it has. */
  public int size() {
    return next.length;
  }

  /** The offset after the last record received from stream number {@code stream}. */
  public long next(int stream) {
    return next[stream];
  }

  /** Whether everything that {@code other} has received, this has too. */
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

  /** The component-wise minimum: what both have received. */
  public Stamp min(Stamp other) {
    if (next.length != other.next.length) {
      throw new IllegalArgumentException("stamps of different shape: " + this + " and " + other);
    }
    long[] least = next.clone();
    for (int i = 0; i < least.length; i++) {
      least[i] = Math.min(least[i], other.next[i]);
    }
    return new Stamp(least);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Stamp other && Arrays.equals(next, other.next);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(next);
  }

  /** Text form: the components joined by dots, {@code 12.0.7}. */
  @Override
  public String toString() {
    return Arrays.stream(next).mapToObj(Long::toString).collect(Collectors.joining("."));
  }

  /**
   * Reads the text form.
   *
   * @throws IllegalArgumentException for anything that {@link #toString} can't have written
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
