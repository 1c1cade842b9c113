package io.windsock.feeds.map;

import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;

/** A number made from a row. Stateless. */
@FunctionalInterface
interface NumberValue {
  /** The number, finite; NaN where the row says nothing. */
  double number(Row row) throws BadValueException;
}
