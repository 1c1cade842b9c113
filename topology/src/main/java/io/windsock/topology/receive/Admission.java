package io.windsock.topology.receive;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.EventValidator;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.schema.ValuePlan;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which source records are events. The verdict depends only on the record, not on the clock
 * or on earlier records, so it is the same after a restart. Immutable except for the version last
 * admitted; owned by the task's thread.
 */
final class Admission {
  private static final int NO_STREAM = -1;

  private final List<String> streams;
  private final Limits limits;
  private final int[] ids;
  private final ValuePlan[] plans;
  private final int[] streamOfId;
  private int admitted;

  Admission(Catalogue catalogue, EventValidator validator, Limits limits) {
    this.streams = catalogue.streams();
    this.limits = limits;
    this.ids = ids(catalogue);
    this.plans = new ValuePlan[ids.length];
    this.streamOfId = new int[ids.length];
    for (int i = 0; i < ids.length; i++) {
      SchemaVersion version = catalogue.version(ids[i]);
      if (version != null) {
        plans[i] = validator.plan(version);
        String stream = version.type().stream();
        streamOfId[i] = stream == null ? NO_STREAM : streams.indexOf(stream);
      }
    }
  }

  private static int[] ids(Catalogue catalogue) {
    return catalogue.types().stream()
        .map(EventType::versions)
        .flatMap(List::stream)
        .mapToInt(SchemaVersion::id)
        .sorted()
        .toArray();
  }

  /** Returns why this is not a valid key; null if it is valid. */
  static @Nullable String keyFault(byte @Nullable [] key) {
    if (key == null || key.length == 0) {
      return "no key";
    }
    return key.length > Limits.MAX_KEY_BYTES
        ? "a key of " + key.length + " bytes; at most " + Limits.MAX_KEY_BYTES
        : null;
  }

  /**
   * Returns why a new key is invalid; null if it is valid. A key that has passed needs no second
   * check.
   */
  static @Nullable String newKeyFault(byte[] key) {
    for (byte b : key) {
      if (b < 0) {
        return isUtf8(key) ? null : "a key that is not UTF-8";
      }
    }
    return null;
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Returns the schema version of the last admitted event. */
  SchemaVersion version() {
    return plans[admitted].version();
  }

  /**
   * Returns why {@code value} is not an event of stream number {@code stream}; null if it is one.
   */
  @Nullable String valueFault(int stream, byte @Nullable [] value, long appendTimeMs) {
    if (value == null) {
      return "no value";
    }
    if (value.length > limits.maxEventBytes()) {
      return "oversized: " + value.length + " bytes; at most " + limits.maxEventBytes();
    }
    int id = Framing.schemaId(value);
    if (id == Framing.NOT_FRAMED) {
      return "not in the Confluent framing";
    }
    int place = Arrays.binarySearch(ids, id);
    if (place < 0) {
      return "unknown schema id " + id;
    }
    if (streamOfId[place] != stream) {
      return wrongStream(place, stream);
    }
    String fault = plans[place].fault(value);
    if (fault != null) {
      return "undecodable: " + fault;
    }
    admitted = place;
    long eventTimeMs = Framing.eventTimeMs(value);
    return eventTimeMs > appendTimeMs + limits.maxFutureMs()
        ? "future-dated: event time " + eventTimeMs + ", appended " + appendTimeMs
        : null;
  }

  private String wrongStream(int place, int stream) {
    String type = plans[place].version().type().name();
    int right = streamOfId[place];
    return right == NO_STREAM
        ? type + " is not a source event"
        : type + " belongs to stream " + streams.get(right) + ", not " + streams.get(stream);
  }
}
