package io.windsock.ede;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.definition.Clock;
import io.windsock.ede.definition.EdePlan;
import io.windsock.ede.definition.StateLayout;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/**
 * Creates, encodes and decodes states. Writes exactly what Avro's generic writer writes. Confined
 * to one thread.
 */
final class StateCodec {
  private final EdePlan plan;
  private final StateLayout layout;
  private final SchemaVersion current;
  private final Schema schema;
  private final FlatSchema flat;
  private final EventCodec codec;
  private final AvroInput in = new AvroInput();
  private final AvroOutput out = new AvroOutput();

  StateCodec(EdePlan plan, EventCodec codec) {
    this.plan = plan;
    this.codec = codec;
    layout = plan.layout();
    current = layout.type().current();
    schema = current.schema();
    flat = Objects.requireNonNull(FlatSchema.of(schema), "the layout has been checked");
  }

  /** Returns the initial state of a key. */
  GenericRecord create() {
    GenericRecord state = new GenericData.Record(schema);
    for (int i = 0; i < layout.size(); i++) {
      if (StateLayout.isFlag(layout.field(i))) {
        state.put(i, false);
      }
    }
    state.put(layout.version, 0L);
    state.put(layout.events, 0L);
    state.put(layout.lateEvents, 0L);
    state.put(layout.lastEventTime, Clock.NEVER);
    state.put(layout.clocks, clocks(ByteBuffer.allocate(0)));
    return state;
  }

  /** Returns the clocks in {@code known}, extended with unset clocks to the number in the plan. */
  private ByteBuffer clocks(ByteBuffer known) {
    int bytes = plan.clockSlots() * Long.BYTES;
    if (known.remaining() == bytes) {
      return known;
    }
    ByteBuffer clocks = ByteBuffer.allocate(bytes);
    for (int i = 0; i < plan.clockSlots(); i++) {
      int at = i * Long.BYTES;
      boolean has = known.remaining() >= at + Long.BYTES;
      clocks.putLong(at, has ? known.getLong(known.position() + at) : Clock.NEVER);
    }
    return clocks;
  }

  byte[] encode(GenericRecord state) {
    out.reset(Framing.HEADER_BYTES);
    for (int i = 0; i < flat.size(); i++) {
      flat.write(out, i, state.get(i));
    }
    byte[] framed = out.toByteArray();
    Framing.writeHeader(framed, current.id());
    return framed;
  }

  GenericRecord decode(byte[] framed) throws UndecodableException {
    GenericRecord state = Framing.schemaId(framed) == current.id() ? walk(framed) : older(framed);
    state.put(layout.clocks, clocks((ByteBuffer) state.get(layout.clocks)));
    return state;
  }

  private GenericRecord walk(byte[] framed) throws UndecodableException {
    GenericRecord state = new GenericData.Record(schema);
    in.reset(framed, Framing.HEADER_BYTES);
    try {
      for (int i = 0; i < flat.size(); i++) {
        state.put(i, flat.read(in, i));
      }
    } catch (UndecodableException e) {
      throw new UndecodableException(current + ": " + e.getMessage());
    }
    if (!in.atEnd()) {
      throw new UndecodableException(current + ": bytes follow the end of the record");
    }
    return state;
  }

  private GenericRecord older(byte[] framed) throws UndecodableException {
    SchemaVersion version = plan.catalogue().version(Framing.schemaId(framed));
    if (version != null && version.type() != layout.type()) {
      throw new UndecodableException("a " + version.type() + ", not a " + layout.type());
    }
    return codec.decode(framed);
  }
}
