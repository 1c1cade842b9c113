package io.windsock.ede;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * The Event Derivation Engine (the paper, section 2): applies events to the states of their keys.
 * Every site runs the same. Not safe for use by two threads: each owns one.
 *
 * <p>Events count by their event time. A field holds what the newest event said of it, whenever
 * that event arrived, so that the content of a state (all but {@code version}, {@code events} and
 * {@code lateEvents}) is the same however the streams of its key were interleaved. Of two events of
 * the same ms, the one later in the log wins.
 */
public final class Ede {
  private final EdePlan plan;
  private final StateLayout layout;
  private final EventCodec codec;
  private final EventReaders readers;
  private final StateCodec states;
  private final Applied applied = new Applied();

  /** Derivations to be looked at, as bits: a field that they depend on has changed. */
  private long pending;

  /** An engine for the states of {@code definition}. */
  public Ede(EdeDefinition definition) {
    plan = definition.plan();
    layout = plan.layout;
    codec = new EventCodec(plan.catalogue);
    readers = new EventReaders(plan, codec);
    states = new StateCodec(plan, codec);
  }

  /** The state of a key of which nothing is known. */
  public GenericRecord create() {
    return states.create();
  }

  /**
   * Applies one record of an output topic: an event, a derived event or a {@code CoalescedUpdate},
   * whose parts count one by one, in order. A marker is no event.
   *
   * @param state the key's state; changed in place. Null: nothing is known of the key
   * @param value the record's value, framed
   * @param sequence the record's header {@code s}
   * @return what came of it; the same object each time
   * @throws UndecodableException with the reason; the state is then as it was
   */
  public Applied apply(@Nullable GenericRecord state, byte[] value, long sequence)
      throws UndecodableException {
    if (Framing.schemaId(value) == Catalogue.COALESCED_ID) {
      return applyParts(state, value, sequence);
    }
    EventReader event = readers.read(value);
    GenericRecord target = state == null ? states.create() : state;
    applied.reset(target);
    applyOne(target, event, sequence);
    return applied;
  }

  private Applied applyParts(@Nullable GenericRecord state, byte[] value, long sequence)
      throws UndecodableException {
    List<?> parts = (List<?>) codec.decode(value).get("parts");
    if (parts.isEmpty()) {
      throw new UndecodableException("a coalesced update without parts");
    }
    // All are read before the first is applied, so that a bad one leaves the state as it was.
    for (Object part : parts) {
      readers.read(bytes(part));
    }
    GenericRecord target = state == null ? states.create() : state;
    applied.reset(target);
    for (Object part : parts) {
      applyOne(target, readers.read(bytes(part)), sequence);
    }
    return applied;
  }

  private static byte[] bytes(Object part) {
    ByteBuffer value = (ByteBuffer) ((GenericRecord) part).get("value");
    int from = value.arrayOffset() + value.position();
    return Arrays.copyOfRange(value.array(), from, from + value.remaining());
  }

  private void applyOne(GenericRecord state, EventReader event, long sequence) {
    boolean late = false;
    boolean wrote = false;
    long timeMs = event.eventTimeMs();
    if (timeMs > (Long) state.get(layout.lastEventTime)) {
      write(state, layout.lastEventTime, timeMs);
      wrote = true;
    }
    TypePlan type = event.plan();
    if (type != null) {
      ByteBuffer clocks = (ByteBuffer) state.get(layout.clocks);
      for (TypePlan.Write group : type.groups) {
        boolean newer = setTogether(state, clocks, group, event);
        wrote |= newer;
        late |= !newer;
      }
      for (TypePlan.Write field : type.fields) {
        if (value(event, field, 0) != null) {
          boolean newer = setTogether(state, clocks, field, event);
          wrote |= newer;
          late |= !newer;
        }
      }
      for (int flag : type.raised) {
        if (!(Boolean) state.get(flag)) {
          write(state, flag, true);
          wrote = true;
        }
      }
    }
    applied.event(wrote);
    count(state, late, sequence);
    derive(state, timeMs);
  }

  /** Sets the fields unless a newer event has; answers whether it did. */
  private boolean setTogether(
      GenericRecord state, ByteBuffer clocks, TypePlan.Write group, EventReader event) {
    long timeMs = event.eventTimeMs();
    Clock clock = group.clock;
    if (clock.field() == Clock.NONE) {
      if (timeMs < clocks.getLong(clock.slot() * Long.BYTES)) {
        return false;
      }
      clocks.putLong(clock.slot() * Long.BYTES, timeMs);
    } else {
      Object known = state.get(clock.field());
      if (known != null && timeMs < (Long) known) {
        return false;
      }
      write(state, clock.field(), timeMs);
    }
    for (int i = 0; i < group.targets.length; i++) {
      write(state, group.targets[i], value(event, group, i));
    }
    return true;
  }

  private static @Nullable Object value(EventReader event, TypePlan.Write group, int i) {
    int slot = group.slots[i];
    return slot == TypePlan.Write.CONSTANT ? group.constants[i] : event.value(slot);
  }

  private void write(GenericRecord state, int field, @Nullable Object value) {
    long watchers = plan.watchers[field];
    if (watchers != 0 && !Objects.equals(state.get(field), value)) {
      pending |= watchers;
    }
    state.put(field, value);
  }

  private void count(GenericRecord state, boolean late, long sequence) {
    if (sequence > (Long) state.get(layout.version)) {
      state.put(layout.version, sequence);
    }
    state.put(layout.events, (Long) state.get(layout.events) + 1);
    if (late) {
      state.put(layout.lateEvents, (Long) state.get(layout.lateEvents) + 1);
    }
  }

  /** Looks at the derivations that a changed field concerns, each after those it may depend on. */
  private void derive(GenericRecord state, long timeMs) {
    for (int i = 0; pending != 0; i++) {
      long bit = 1L << i;
      if ((pending & bit) != 0) {
        pending &= ~bit;
        derive(state, plan.derivations[i], timeMs);
      }
    }
  }

  private void derive(GenericRecord state, Derivation derivation, long timeMs) {
    boolean before = (Boolean) state.get(derivation.flag);
    if (before && !derivation.repeats) {
      return;
    }
    boolean now = derivation.holds(state);
    if (now != before) {
      write(state, derivation.flag, now);
    }
    if (now && !before) {
      applied.derive(derivation.event(state, timeMs, codec));
    }
  }

  /** The state's bytes, framed; equal states give equal bytes. */
  public byte[] encode(GenericRecord state) {
    return states.encode(state);
  }

  /**
   * The state that {@link #encode} wrote, also by an older version of the state's schema.
   *
   * @throws UndecodableException with the reason, if the bytes are no such state
   */
  public GenericRecord decode(byte[] framed) throws UndecodableException {
    return states.decode(framed);
  }
}
