package io.windsock.ede;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.ede.definition.Clock;
import io.windsock.ede.definition.Derivation;
import io.windsock.ede.definition.EdePlan;
import io.windsock.ede.definition.StateLayout;
import io.windsock.ede.definition.TypePlan;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Applies one event to a state: first its plan, then the derivations. Confined to one thread. */
final class StateUpdate {
  private final EdePlan plan;
  private final StateLayout layout;
  private final EventCodec codec;
  private final Applied applied;

  /** The derivations to evaluate, one bit each: a field that they depend on has changed. */
  private long pending;

  StateUpdate(EdePlan plan, EventCodec codec, Applied applied) {
    this.plan = plan;
    this.codec = codec;
    this.applied = applied;
    layout = plan.layout();
  }

  /** Applies the event that {@code event} has read from {@code value}. */
  void apply(GenericRecord state, EventReader event, byte[] value, long sequence) {
    long timeMs = event.eventTimeMs();
    boolean wrote = false;
    boolean late = false;
    if (timeMs > (Long) state.get(layout.lastEventTime)) {
      write(state, layout.lastEventTime, timeMs);
      wrote = true;
    }
    TypePlan type = event.plan();
    if (type != null) {
      for (TypePlan.Write write : type.writes()) {
        if (write.always() || value(event, write, 0) != null) {
          boolean newest = set(state, write, event);
          wrote |= newest;
          late |= !newest;
        }
      }
      wrote |= raise(state, type, value);
    }
    applied.event(wrote);
    count(state, late, sequence);
    derive(state, timeMs);
  }

  /** Sets fields that share a clock unless a newer event has; returns whether it set them. */
  private boolean set(GenericRecord state, TypePlan.Write write, EventReader event) {
    if (!advance(state, write.clock(), event.eventTimeMs())) {
      return false;
    }
    for (int i = 0; i < write.targets().length; i++) {
      write(state, write.targets()[i], value(event, write, i));
    }
    return true;
  }

  /** Advances the clock to {@code timeMs}; returns false if the clock is already past it. */
  private boolean advance(GenericRecord state, Clock clock, long timeMs) {
    if (clock.field() != Clock.NONE) {
      Object known = state.get(clock.field());
      if (known != null && timeMs < (Long) known) {
        return false;
      }
      write(state, clock.field(), timeMs);
      return true;
    }
    ByteBuffer clocks = (ByteBuffer) state.get(layout.clocks);
    int at = clock.slot() * Long.BYTES;
    if (timeMs < clocks.getLong(at)) {
      return false;
    }
    clocks.putLong(at, timeMs);
    return true;
  }

  private static @Nullable Object value(EventReader event, TypePlan.Write write, int i) {
    int slot = write.slots()[i];
    return slot == TypePlan.CONSTANT ? write.constants()[i] : event.value(slot);
  }

  private void write(GenericRecord state, int field, @Nullable Object value) {
    long watchers = plan.watchers()[field];
    if (watchers != 0 && !Objects.equals(state.get(field), value)) {
      pending |= watchers;
    }
    state.put(field, value);
  }

  /**
   * Sets the flags that the event raises. If a flag belongs to a derived event of this type, the
   * event itself is that derived event.
   */
  private boolean raise(GenericRecord state, TypePlan type, byte[] value) {
    boolean wrote = false;
    for (int flag : type.raised()) {
      if (!(Boolean) state.get(flag)) {
        write(state, flag, true);
        wrote = true;
        if (plan.derives(type.type(), flag)) {
          applied.derive(new DerivedEvent(type.type(), value));
        }
      }
    }
    return wrote;
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

  /**
   * Evaluates the derivations that depend on changed fields, in order, so that each follows those
   * it may read.
   */
  private void derive(GenericRecord state, long timeMs) {
    for (int i = 0; pending != 0; i++) {
      long bit = 1L << i;
      if ((pending & bit) != 0) {
        pending &= ~bit;
        derive(state, plan.derivations()[i], timeMs);
      }
    }
  }

  private void derive(GenericRecord state, Derivation derivation, long timeMs) {
    boolean before = (Boolean) state.get(derivation.flag());
    if (before && !derivation.repeats()) {
      return;
    }
    boolean now = derivation.holds(state);
    if (now != before) {
      write(state, derivation.flag(), now);
    }
    if (now && !before) {
      byte[] event = codec.encode(derivation.type(), derivation.event(state, timeMs));
      applied.derive(new DerivedEvent(derivation.type(), event));
    }
  }
}
