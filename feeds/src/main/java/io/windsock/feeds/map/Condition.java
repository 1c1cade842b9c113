package io.windsock.feeds.map;

import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;

/** Decides whether a row produces an event. Stateless. */
@FunctionalInterface
interface Condition {
  /** The condition that every row satisfies. */
  Condition ALWAYS = row -> true;

  boolean holds(Row row) throws BadValueException;

  /** Returns the conjunction of both conditions. */
  default Condition and(Condition other) {
    return row -> holds(row) && other.holds(row);
  }
}
