package io.windsock.feeds.map;

import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;
import io.windsock.feeds.read.TimeText;

/** An instant computed from a row. Stateless. */
@FunctionalInterface
interface TimeValue {
  /** The result of {@link #timeMs} if the row has no value. */
  long ABSENT = TimeText.NONE;

  /** Returns the instant in ms since the epoch, or {@link #ABSENT}. */
  long timeMs(Row row) throws BadValueException;
}
