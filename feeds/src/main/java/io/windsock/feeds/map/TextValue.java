package io.windsock.feeds.map;

import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;
import org.jspecify.annotations.Nullable;

/** A text computed from a row. Stateless. */
@FunctionalInterface
interface TextValue {
  /** Returns the text; null if the row has no value. */
  @Nullable String text(Row row) throws BadValueException;
}
