package io.windsock.feeds.read;

/**
 * A cursor over Avro binary. Never reads beyond its end, and allocates nothing for what the data
 * claims to hold.
 */
final class AvroBytes {
  byte[] bytes = new byte[0];
  int at;
  int end;

  void set(byte[] newBytes, int newEnd) {
    bytes = newBytes;
    at = 0;
    end = newEnd;
  }

  long readLong() throws BadValueException {
    long raw = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at == end) {
        throw cutShort();
      }
      byte b = bytes[at++];
      raw |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return (raw >>> 1) ^ -(raw & 1);
      }
    }
    throw new BadValueException("a number of more than ten bytes");
  }

  /** Passes over {@code count} bytes and answers where they begin. */
  int skip(long count) throws BadValueException {
    if (count < 0 || count > end - at) {
      throw cutShort();
    }
    int from = at;
    at += (int) count;
    return from;
  }

  private static BadValueException cutShort() {
    return new BadValueException("the record is cut short");
  }
}
