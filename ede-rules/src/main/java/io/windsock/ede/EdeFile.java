package io.windsock.ede;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code ede.yaml} into a plan and reports every fault. */
final class EdeFile {
  static final String NAME = "ede.yaml";

  private EdeFile() {}

  /** Returns the plan; null if there are faults, even if they are in another file. */
  static @Nullable EdePlan read(
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
    return new EdePlan(
        catalogue,
        layout,
        slots.count(),
        events.plans(slots),
        derived.all().toArray(Derivation[]::new));
  }
}
