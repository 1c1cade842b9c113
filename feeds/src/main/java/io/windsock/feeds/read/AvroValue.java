package io.windsock.feeds.read;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One wanted value of an Avro record, kept as it was read. Written by {@link AvroPlan}. */
final class AvroValue {
  /** How a value is held. */
  enum Kind {
    ABSENT,
    /** A whole number, in {@link #number}. */
    WHOLE,
    /** A floating-point number, in {@link #real}. */
    REAL,
    /** UTF-8 bytes of the block. */
    STRING,
    /** Bytes of the block that are no text. */
    BYTES,
    /** A text of the schema, in {@link #symbol}. */
    SYMBOL
  }

  Kind kind = Kind.ABSENT;
  long number;
  double real;
  byte[] bytes = new byte[0];
  int from;
  int to;
  @Nullable String symbol;

  String text() {
    return switch (kind) {
      case WHOLE -> Long.toString(number);
      case REAL -> Double.toString(real);
      case STRING -> new String(bytes, from, to - from, StandardCharsets.UTF_8);
      case SYMBOL -> String.valueOf(symbol);
      case BYTES -> (to - from) + " bytes";
      case ABSENT -> "";
    };
  }
}
