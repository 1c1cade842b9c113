package io.windsock.feeds.map;

import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;

/** Whether a row gives an event. Stateless. */
@FunctionalInterface
interface Condition {
  /** Holds for every row. */
  Condition ALWAYS = row -> true;

  boolean holds(Row row) throws BadValueException;

  /** Both have to hold. */
  default Condition and(Condition other) {
    return row -> holds(row) && other.holds(row);
  }
}
