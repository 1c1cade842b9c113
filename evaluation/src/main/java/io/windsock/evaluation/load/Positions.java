package io.windsock.evaluation.load;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.LongSupplier;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/**
 * A sequence of events of the domain {@value #DOMAIN}, all of the same size. The keys take turns,
 * so that as many events as there are keys create the whole state. The same seed and clock give the
 * same events. One thread owns it.
 *
 * <p>The text that fills an event up to its size is part of the state and of the rows of the view
 * {@value #VIEW}, so initial state grows with the size of an event. It is text rather than bytes
 * because a row can't show bytes.
 */
public final class Positions {
  /** The name of the domain, which is on the class path. */
  public static final String DOMAIN = "positions";

  /** The only stream of the domain. */
  public static final String STREAM = "positions";

  /** The view of all keys. */
  public static final String VIEW = "all";

  /** The column of the view that contains the event time. */
  public static final String TIME_COLUMN = "eventTime";

  private static final VarHandle DOUBLE =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int TIME_AT = Framing.HEADER_BYTES;
  private static final int TIME_BYTES = 6;
  private static final int LATITUDE_AT = TIME_AT + TIME_BYTES;
  private static final int LONGITUDE_AT = LATITUDE_AT + Double.BYTES;

  /** Event times whose encoding takes {@link #TIME_BYTES}: from 1970-07-18 to 2039-09-07. */
  private static final long FIRST_TIME_MS = 1L << 34;

  private static final long LAST_TIME_MS = (1L << 41) - 1;

  private static final double MAX_LATITUDE = 85;
  private static final double MAX_LONGITUDE = 180;
  private static final int FIRST_LETTER = 'a';
  private static final int LETTERS = 26;

  private final byte[][] keys;
  private final byte[] template;
  private final long seed;
  private final LongSupplier clockMs;
  private long lastTimeMs = FIRST_TIME_MS;

  /**
   * Creates a sequence whose event times are the system's time when the event is generated.
   *
   * @see #Positions(int, int, long, LongSupplier)
   */
  public Positions(int keys, int valueBytes, long seed) {
    this(keys, valueBytes, seed, System::currentTimeMillis);
  }

  /**
   * Creates a sequence.
   *
   * @param keys the number of keys
   * @param valueBytes the exact size of each value
   * @param seed determines the coordinates and the text
   * @param clockMs gives the event times, ms since the epoch; an event time never decreases even if
   *     the clock does
   * @throws IllegalArgumentException if there are no keys, or no event has that size
   */
  public Positions(int keys, int valueBytes, long seed, LongSupplier clockMs) {
    if (keys < 1) {
      throw new IllegalArgumentException("keys is " + keys + "; it must be at least 1");
    }
    this.keys = new byte[keys][];
    for (int i = 0; i < keys; i++) {
      this.keys[i] = "P%07d".formatted(i).getBytes(StandardCharsets.UTF_8);
    }
    this.seed = seed;
    this.clockMs = clockMs;
    this.template = template(valueBytes, new Random(seed));
  }

  private static byte[] template(int valueBytes, Random random) {
    Catalogue catalogue = Catalogue.builtIn(DOMAIN);
    EventCodec codec = new EventCodec(catalogue);
    EventType type = catalogue.type("Position");
    int minBytes = codec.encode(type, event(type, "", random)).length;
    if (valueBytes < minBytes) {
      throw new IllegalArgumentException(
          "valueBytes is " + valueBytes + "; the smallest position has " + minBytes + " bytes");
    }
    int length = valueBytes - minBytes;
    byte[] value = codec.encode(type, event(type, text(length, random), random));
    while (value.length > valueBytes) {
      length--; // the length itself takes more bytes in a longer text
      value = codec.encode(type, event(type, text(length, random), random));
    }
    if (value.length != valueBytes) {
      throw new IllegalArgumentException(
          "no position has exactly %d bytes, because the length of its text would take one byte more; use %d or %d"
              .formatted(valueBytes, valueBytes - 1, valueBytes + 1));
    }
    return value;
  }

  private static GenericRecord event(EventType type, String detail, Random random) {
    GenericRecord event = new GenericData.Record(type.current().schema());
    event.put("eventTime", FIRST_TIME_MS);
    event.put("latitude", 0.0);
    event.put("longitude", 0.0);
    event.put("altitude", 12_000 * random.nextFloat());
    event.put("detail", detail);
    return event;
  }

  private static String text(int length, Random random) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) (FIRST_LETTER + random.nextInt(LETTERS)));
    }
    return text.toString();
  }

  /** Returns the number of keys. */
  public int keys() {
    return keys.length;
  }

  /** Returns the key of event {@code i}; callers must not change it. */
  public byte[] key(long i) {
    return keys[(int) (i % keys.length)];
  }

  /**
   * Returns the framed value of event {@code i}, in a new array.
   *
   * @throws IllegalStateException if the clock is beyond 2039-09-07
   */
  public byte[] value(long i) {
    return value(i, clockMs.getAsLong());
  }

  /**
   * As the other, with the event's time, ms since the epoch; it is no earlier than that of the
   * event before.
   */
  byte[] value(long i, long timeMs) {
    byte[] value = template.clone();
    putTime(value, nextTimeMs(timeMs));
    long random = mixed(seed + i);
    DOUBLE.set(value, LATITUDE_AT, MAX_LATITUDE * fraction((int) random));
    DOUBLE.set(value, LONGITUDE_AT, MAX_LONGITUDE * fraction((int) (random >>> Integer.SIZE)));
    return value;
  }

  /** Returns the system's time, or that of the clock that was given, ms since the epoch. */
  long nowMs() {
    return clockMs.getAsLong();
  }

  private long nextTimeMs(long timeMs) {
    lastTimeMs = Math.max(lastTimeMs, timeMs);
    if (lastTimeMs > LAST_TIME_MS) {
      throw new IllegalStateException(
          "the clock is at " + lastTimeMs + " ms; the last possible event time is " + LAST_TIME_MS);
    }
    return lastTimeMs;
  }

  /** Writes an Avro long of {@link #TIME_BYTES}. */
  private static void putTime(byte[] value, long timeMs) {
    long rest = timeMs << 1;
    for (int i = TIME_AT; i < LATITUDE_AT - 1; i++) {
      value[i] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    value[LATITUDE_AT - 1] = (byte) rest;
  }

  /** Returns a number between -1 and 1. */
  private static double fraction(int random) {
    return random / -(double) Integer.MIN_VALUE;
  }

  /** The output function of SplitMix64. */
  private static long mixed(long state) {
    long z = state * 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
