package io.windsock.feeds.map;

import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;
import org.jspecify.annotations.Nullable;

/** A text made from a row. Stateless. */
@FunctionalInterface
interface TextValue {
  /** The text; null where the row says nothing. */
  @Nullable String text(Row row) throws BadValueException;
}
