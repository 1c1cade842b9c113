package io.windsock.feeds.map;

import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;
import io.windsock.feeds.read.TimeText;

/** An instant made from a row. Stateless. */
@FunctionalInterface
interface TimeValue {
  /** What {@link #timeMs} answers where the row says nothing. */
  long ABSENT = TimeText.NONE;

  /** The instant, ms since the epoch, or {@link #ABSENT}. */
  long timeMs(Row row) throws BadValueException;
}
