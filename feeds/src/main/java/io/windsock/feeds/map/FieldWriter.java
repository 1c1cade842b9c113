package io.windsock.feeds.map;

import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;
import java.io.IOException;
import org.apache.avro.io.Encoder;

/** Writes one field of an event from a row. Stateless. */
@FunctionalInterface
interface FieldWriter {
  /**
   * Appends the field's Avro encoding.
   *
   * @throws BadValueException if the row lacks a value that the field needs
   */
  void write(Row row, Encoder out) throws BadValueException, IOException;
}
