package io.windsock.topology.receive;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.wire.Marker;
import io.windsock.topology.Events;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.generic.GenericRecord;

/** An outlet that remembers what was sent, in order. */
final class Sent implements Outlet {
  /** One record; a marker's key is empty and its sequence -1. */
  static final class Row {
    private final byte[] key;
    private final byte[] value;
    private final long sequence;
    private final long appendTimeMs;

    Row(byte[] key, byte[] value, long sequence, long appendTimeMs) {
      this.key = key;
      this.value = value;
      this.sequence = sequence;
      this.appendTimeMs = appendTimeMs;
    }

    String key() {
      return new String(key, StandardCharsets.UTF_8);
    }

    byte[] value() {
      return value;
    }

    long sequence() {
      return sequence;
    }

    long appendTimeMs() {
      return appendTimeMs;
    }

    boolean isMarker() {
      return sequence < 0;
    }

    @Override
    public String toString() {
      return Arrays.toString(key) + Arrays.toString(value) + "@" + sequence + "/" + appendTimeMs;
    }
  }

  final List<Row> forwarded = new ArrayList<>();
  final List<Row> mirrored = new ArrayList<>();

  /** Of each mirrored event, for how long it was withheld. */
  final List<Long> withheldMs = new ArrayList<>();

  final List<String> reasons = new ArrayList<>();

  @Override
  public void forward(byte[] key, byte[] value, long sequence, long appendTimeMs) {
    forwarded.add(new Row(key, value, sequence, appendTimeMs));
  }

  @Override
  public void mirror(byte[] key, byte[] value, long sequence, long appendTimeMs, long withheld) {
    mirrored.add(new Row(key, value, sequence, appendTimeMs));
    withheldMs.add(withheld);
  }

  @Override
  public void marker(Marker marker, byte[] value, long timestampMs) {
    Row row = new Row(new byte[0], value, -1, timestampMs);
    forwarded.add(row);
    mirrored.add(row);
  }

  @Override
  public void deadLetter(String reason) {
    reasons.add(reason);
  }

  List<Row> forwardedEvents() {
    return forwarded.stream().filter(record -> !record.isMarker()).toList();
  }

  List<Row> mirroredEvents() {
    return mirrored.stream().filter(record -> !record.isMarker()).toList();
  }

  List<GenericRecord> markers() {
    EventCodec codec = new EventCodec(Events.CATALOGUE);
    List<GenericRecord> markers = new ArrayList<>();
    for (Row record : mirrored) {
      if (record.isMarker()) {
        try {
          markers.add(codec.decode(record.value()));
        } catch (UndecodableException e) {
          throw new AssertionError(e);
        }
      }
    }
    return markers;
  }
}
