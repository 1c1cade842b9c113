package io.windsock.ede;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import org.jspecify.annotations.Nullable;

/** {@code ede.yaml}, compiled for one catalogue. Immutable; shared by all threads. */
final class EdePlan {
  final Catalogue catalogue;
  final StateLayout layout;
  final int clockSlots;
  final Derivation[] derivations;

  /** For each field of the state, one bit for each derivation that depends on it. */
  final long[] watchers;

  private final @Nullable TypePlan[] byOrdinal;

  EdePlan(
      Catalogue catalogue,
      StateLayout layout,
      int clockSlots,
      @Nullable TypePlan[] byOrdinal,
      Derivation[] derivations) {
    this.catalogue = catalogue;
    this.layout = layout;
    this.clockSlots = clockSlots;
    this.byOrdinal = byOrdinal;
    this.derivations = derivations;
    watchers = new long[layout.size()];
    for (int i = 0; i < derivations.length; i++) {
      watch(derivations[i].condition.fields(), i);
      watch(derivations[i].needed, i);
    }
  }

  private void watch(int[] fields, int derivation) {
    for (int field : fields) {
      watchers[field] |= 1L << derivation;
    }
  }

  /** Returns the effects of events of {@code type}; null if they set nothing. */
  @Nullable TypePlan plan(EventType type) {
    return type.ordinal() < byOrdinal.length ? byOrdinal[type.ordinal()] : null;
  }

  /** Whether {@code flag} records that an event of {@code type} has been derived. */
  boolean derives(EventType type, int flag) {
    for (Derivation derivation : derivations) {
      if (derivation.flag == flag && derivation.type == type) {
        return true;
      }
    }
    return false;
  }
}
