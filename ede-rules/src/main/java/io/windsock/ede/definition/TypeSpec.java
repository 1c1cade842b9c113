package io.windsock.ede.definition;

import io.windsock.contracts.schema.EventType;
import io.windsock.ede.definition.GroupsSection.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The checked effects of one event type, before its clocks have slots.
 *
 * @param type the event type
 * @param groups the groups that the event sets
 * @param fields the fields that the event sets individually
 * @param sources for each state field that is set, the source of its value
 * @param raised the flags that the event sets to true
 */
record TypeSpec(
    EventType type,
    List<Group> groups,
    List<FieldShape> fields,
    Map<Integer, Source> sources,
    List<FieldShape> raised) {

  /** The source of a value: a field of the event, or a constant in {@code ede.yaml}. */
  record Source(@Nullable FieldShape field, @Nullable Object constant) {}

  /**
   * Whether events of this type set the state field at this index, as a value or as a group's
   * clock.
   */
  boolean sets(int field) {
    for (Group group : groups) {
      if (group.clock() != null && group.clock().position() == field) {
        return true;
      }
    }
    return sources.containsKey(field);
  }

  /** Whether events of this type set the flag at this index to true. */
  boolean raises(int flag) {
    return raised.stream().anyMatch(shape -> shape.position() == flag);
  }

  /** Returns the plan, with the clocks that {@code slots} has assigned. */
  TypePlan plan(ClockSlots slots) {
    List<FieldShape> read = new ArrayList<>();
    List<TypePlan.Write> writes = new ArrayList<>();
    for (Group group : groups) {
      Clock clock =
          group.clock() != null
              ? new Clock(group.clock().position(), Clock.NONE)
              : slots.clock(group.first());
      writes.add(write(clock, true, group.fields(), read));
    }
    for (FieldShape field : fields) {
      writes.add(write(slots.clock(field.position()), false, List.of(field), read));
    }
    return new TypePlan(
        type,
        read.stream().mapToInt(FieldShape::position).toArray(),
        writes.toArray(TypePlan.Write[]::new),
        raised.stream().mapToInt(FieldShape::position).toArray());
  }

  private TypePlan.Write write(
      Clock clock, boolean always, List<FieldShape> targets, List<FieldShape> read) {
    int[] places = new int[targets.size()];
    int[] slots = new int[places.length];
    @Nullable Object[] constants = new Object[places.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = targets.get(i).position();
      Source source = sources.get(places[i]);
      constants[i] = source == null ? null : source.constant();
      FieldShape field = source == null ? null : source.field();
      slots[i] = field == null ? TypePlan.CONSTANT : slot(field, read);
    }
    return new TypePlan.Write(clock, always, places, slots, constants);
  }

  private static int slot(FieldShape field, List<FieldShape> read) {
    int known = read.indexOf(field);
    if (known >= 0) {
      return known;
    }
    read.add(field);
    return read.size() - 1;
  }
}
