package io.windsock.ede;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.wire.CoalescedUpdate;
import io.windsock.ede.definition.EdePlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * The Event Derivation Engine (the paper, section 2), which applies events to the states of their
 * keys. Every site runs the same one. Not thread-safe: each thread owns its own engine.
 *
 * <p>Events are ordered by event time. A field holds the value of the newest event that sets it,
 * regardless of arrival order. The content of a state (all but {@code version}, {@code events} and
 * {@code lateEvents}) is therefore independent of how the streams of its key were interleaved. Of
 * two events in the same ms, the one later in the log wins.
 */
public final class Ede {
  private static final String COALESCED_PARTS = "parts";
  private static final String PART_VALUE = "value";

  private final EventCodec codec;
  private final int coalescedId;
  private final EventReaders readers;
  private final StateCodec states;
  private final StateUpdate update;
  private final Applied applied = new Applied();

  /** Creates an engine for the states of {@code definition}. */
  public Ede(EdeDefinition definition) {
    EdePlan plan = definition.plan();
    codec = new EventCodec(plan.catalogue());
    coalescedId = plan.catalogue().id(CoalescedUpdate.class);
    readers = new EventReaders(plan, codec);
    states = new StateCodec(plan, codec);
    update = new StateUpdate(plan, codec, applied);
  }

  /** Returns the initial state of a key. */
  public GenericRecord create() {
    return states.create();
  }

  /**
   * Applies one record of an output topic: an event, a derived event, or a {@code CoalescedUpdate},
   * whose parts count individually, in order. The parts that a derived event carries are applied
   * before the derived event. A marker is not an event.
   *
   * @param state the key's state, changed in place; null: the key has no state yet
   * @param value the record's value, framed
   * @param sequence the record's header {@code s}
   * @return the result; the same object each time
   * @throws UndecodableException with the reason; the state is then unchanged
   */
  public Applied apply(@Nullable GenericRecord state, byte[] value, long sequence)
      throws UndecodableException {
    List<byte[]> together;
    if (Framing.schemaId(value) == coalescedId) {
      together = coalescedParts(value);
    } else {
      EventReader event = readers.read(value);
      if (event.parts() == null) {
        update.apply(begin(state), event, value, sequence);
        return applied;
      }
      together = List.of(value);
    }
    List<byte[]> events = withParts(together);
    GenericRecord target = begin(state);
    for (byte[] event : events) {
      update.apply(target, readers.read(event), event, sequence);
    }
    return applied;
  }

  private GenericRecord begin(@Nullable GenericRecord state) {
    GenericRecord target = state == null ? states.create() : state;
    applied.reset(target);
    return target;
  }

  /**
   * Returns the events, each preceded by the parts that it carries. All of them are read first, so
   * that an invalid one is reported before any is applied.
   */
  private List<byte[]> withParts(List<byte[]> events) throws UndecodableException {
    List<byte[]> all = new ArrayList<>(events.size());
    for (byte[] event : events) {
      List<?> carried = readers.read(event).parts();
      if (carried != null) {
        List<byte[]> parts = bytes(carried);
        check(parts);
        all.addAll(parts);
      }
      all.add(event);
    }
    return all;
  }

  private void check(List<byte[]> parts) throws UndecodableException {
    for (byte[] part : parts) {
      if (readers.read(part).parts() != null) {
        throw new UndecodableException("a part that carries parts itself");
      }
    }
  }

  private List<byte[]> coalescedParts(byte[] value) throws UndecodableException {
    List<?> parts = (List<?>) codec.decode(value).get(COALESCED_PARTS);
    if (parts.isEmpty()) {
      throw new UndecodableException("a coalesced update without parts");
    }
    return bytes(parts.stream().map(part -> ((GenericRecord) part).get(PART_VALUE)).toList());
  }

  private static List<byte[]> bytes(List<?> buffers) {
    List<byte[]> all = new ArrayList<>(buffers.size());
    for (Object buffer : buffers) {
      ByteBuffer value = (ByteBuffer) buffer;
      int from = value.arrayOffset() + value.position();
      all.add(Arrays.copyOfRange(value.array(), from, from + value.remaining()));
    }
    return all;
  }

  /** Returns the state's framed bytes; equal states have equal bytes. */
  public byte[] encode(GenericRecord state) {
    return states.encode(state);
  }

  /**
   * Decodes a state written by {@link #encode}, possibly with an older version of the state's
   * schema.
   *
   * @throws UndecodableException with the reason, if the bytes are not a state
   */
  public GenericRecord decode(byte[] framed) throws UndecodableException {
    return states.decode(framed);
  }
}
