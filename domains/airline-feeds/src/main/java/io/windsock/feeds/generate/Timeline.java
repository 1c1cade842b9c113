package io.windsock.feeds.generate;

import java.util.ArrayList;
import java.util.List;

/** The events of one leg, in order of time. Owned by the thread that fills it. */
final class Timeline<T> {
  private record Entry<T>(T what, long timeMs) {}

  private final List<Entry<T>> entries = new ArrayList<>();

  /** Adds an event, which must be later than all others. */
  void add(T what, long timeMs) {
    if (size() > 0 && timeMs <= timeMs(size() - 1)) {
      throw new IllegalStateException(what + " at " + timeMs + " is not after " + entries);
    }
    entries.add(new Entry<>(what, timeMs));
  }

  int size() {
    return entries.size();
  }

  T what(int index) {
    return entries.get(index).what();
  }

  long timeMs(int index) {
    return entries.get(index).timeMs();
  }

  /** Returns the number of entries before {@code timeMs}. */
  int before(long timeMs) {
    int count = 0;
    while (count < size() && timeMs(count) < timeMs) {
      count++;
    }
    return count;
  }
}
