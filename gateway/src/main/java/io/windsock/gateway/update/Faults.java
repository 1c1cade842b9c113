package io.windsock.gateway.update;

import io.windsock.contracts.config.Fault;
import java.util.ArrayList;
import java.util.List;

/**
 * What is wrong with updates. It keeps the first faults only, because a body of 1 MiB may have a
 * hundred thousand. Owned by one thread.
 */
final class Faults {
  /** The most faults kept. */
  static final int MAX = 100;

  private final List<Fault> first = new ArrayList<>();
  private int count;

  void add(String place, String message) {
    count++;
    if (!full()) {
      first.add(new Fault(place, message));
    }
  }

  /**
   * Returns whether a further fault would not be kept, so that there is no need to look for one.
   */
  boolean full() {
    return first.size() == MAX;
  }

  /** Returns how many were added, kept or not. */
  int count() {
    return count;
  }

  /** Returns the faults kept. */
  List<Fault> first() {
    return List.copyOf(first);
  }
}
