package io.windsock.ede.definition;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code ede.yaml}, compiled for one catalogue. Immutable; shared by all threads.
 *
 * @param clockSlots the number of slots in a state's {@code clocks}
 * @param types by ordinal, the effects of events of the type; null if they set nothing
 * @param derivations the derived events, each after those whose flags it reads
 * @param watchers for each field of the state, one bit for each derivation that depends on it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EdePlan(
    Catalogue catalogue,
    StateLayout layout,
    int clockSlots,
    @Nullable TypePlan[] types,
    Derivation[] derivations,
    long[] watchers) {
  /**
   * Reads {@code ede.yaml} and reports every fault; returns null if there are faults, even if they
   * are in another file.
   */
  public static @Nullable EdePlan read(
      ConfigNode root, Catalogue catalogue, StateLayout layout, List<Fault> faults) {
    if (!root.present()) {
      return null;
    }
    root.only("groups", "events", "derived");
    GroupsSection groups = new GroupsSection(root.get("groups"), layout);
    EventsSection events = new EventsSection(root.get("events"), catalogue, layout, groups);
    DerivedSection derived = new DerivedSection(root.get("derived"), catalogue, layout, events);
    if (!faults.isEmpty()) {
      return null;
    }
    ClockSlots slots = new ClockSlots();
    events.collect(slots);
    slots.assign();
    Derivation[] derivations = derived.all().toArray(Derivation[]::new);
    long[] watchers = new long[layout.size()];
    for (int i = 0; i < derivations.length; i++) {
      watch(derivations[i].condition().fields(), i, watchers);
      watch(derivations[i].needed(), i, watchers);
    }
    return new EdePlan(
        catalogue, layout, slots.count(), events.plans(slots), derivations, watchers);
  }

  private static void watch(int[] fields, int derivation, long[] watchers) {
    for (int field : fields) {
      watchers[field] |= 1L << derivation;
    }
  }

  /** Returns the effects of events of {@code type}; null if they set nothing. */
  public @Nullable TypePlan plan(EventType type) {
    return type.ordinal() < types.length ? types[type.ordinal()] : null;
  }

  /** Whether {@code flag} records that an event of {@code type} has been derived. */
  public boolean derives(EventType type, int flag) {
    for (Derivation derivation : derivations) {
      if (derivation.flag() == flag && derivation.type() == type) {
        return true;
      }
    }
    return false;
  }
}
