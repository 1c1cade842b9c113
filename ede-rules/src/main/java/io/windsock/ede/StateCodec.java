package io.windsock.ede;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/** Makes states, and turns them into bytes and back. One a thread. */
final class StateCodec {
  private final EdePlan plan;
  private final StateLayout layout;
  private final Schema schema;
  private final EventCodec codec;

  StateCodec(EdePlan plan, EventCodec codec) {
    this.plan = plan;
    this.codec = codec;
    layout = plan.layout;
    schema = layout.type().current().schema();
  }

  /** The state of a key of which nothing is known. */
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

  /** The clocks in {@code known}, and as many never set ones as the plan has more. */
  private ByteBuffer clocks(ByteBuffer known) {
    int bytes = plan.clockSlots * Long.BYTES;
    if (known.remaining() == bytes) {
      return known;
    }
    ByteBuffer clocks = ByteBuffer.allocate(bytes);
    for (int i = 0; i < plan.clockSlots; i++) {
      int at = i * Long.BYTES;
      boolean has = known.remaining() >= at + Long.BYTES;
      clocks.putLong(at, has ? known.getLong(known.position() + at) : Clock.NEVER);
    }
    return clocks;
  }

  byte[] encode(GenericRecord state) {
    return codec.encode(layout.type(), state);
  }

  GenericRecord decode(byte[] framed) throws UndecodableException {
    GenericRecord state = codec.decode(framed);
    if (!state.getSchema().equals(schema)) {
      throw new UndecodableException("a " + state.getSchema().getName() + ", not a state");
    }
    state.put(layout.clocks, clocks((ByteBuffer) state.get(layout.clocks)));
    return state;
  }
}
