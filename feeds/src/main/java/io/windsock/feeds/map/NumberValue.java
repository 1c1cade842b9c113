package io.windsock.feeds.map;

import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;

/** A number computed from a row. Stateless. */
@FunctionalInterface
interface NumberValue {
  /** Returns a finite number; NaN if the row has no value. */
  double number(Row row) throws BadValueException;
}
