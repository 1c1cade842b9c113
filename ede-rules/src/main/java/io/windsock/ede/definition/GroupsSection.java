package io.windsock.ede.definition;

import io.windsock.contracts.config.ConfigNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The {@code groups} section of {@code ede.yaml}: fields that one event sets together, under one
 * clock.
 */
final class GroupsSection {
  /**
   * A group.
   *
   * @param name the group's name in the file
   * @param clock the state's field that is the group's clock; null if the clock is in {@code
   *     clocks}
   * @param fields the fields that are set together, in the order of the file
   */
  record Group(String name, @Nullable FieldShape clock, List<FieldShape> fields) {
    /** Returns the lowest index of the group's fields in the state. */
    int first() {
      return fields.stream().mapToInt(FieldShape::position).min().orElse(0);
    }
  }

  private final StateLayout layout;
  private final Map<String, Group> byName = new LinkedHashMap<>();
  private final Map<Integer, String> roles = new LinkedHashMap<>();

  GroupsSection(ConfigNode section, StateLayout layout) {
    this.layout = layout;
    section.entries().forEach((name, node) -> byName.put(name, read(name, node)));
  }

  private Group read(String name, ConfigNode node) {
    node.only("clock", "fields");
    ConfigNode clockAt = node.get("clock");
    FieldShape clock = clockAt.present() ? clock(clockAt, name) : null;
    List<FieldShape> fields = new ArrayList<>();
    List<ConfigNode> items = node.get("fields").items();
    for (ConfigNode at : items) {
      FieldShape field = layout.findSettable(at);
      if (field != null && claim(field, "a field of group " + name, at)) {
        fields.add(field);
      }
    }
    if (items.isEmpty()) {
      node.get("fields").fault("lists no field");
    }
    return new Group(name, clock, fields);
  }

  private @Nullable FieldShape clock(ConfigNode at, String group) {
    FieldShape field = layout.findSettable(at);
    if (field == null) {
      return null;
    }
    if (field.schema().getType() != Schema.Type.LONG || !field.isTime()) {
      at.fault("is '" + field.name() + "', a " + field.typeName() + "; a clock is a time (ms)");
      return null;
    }
    return claim(field, "the clock of group " + group, at) ? field : null;
  }

  private boolean claim(FieldShape field, String role, ConfigNode at) {
    String other = roles.putIfAbsent(field.position(), role);
    if (other != null) {
      at.fault("is '" + field.name() + "', which is " + other + " already");
    }
    return other == null;
  }

  /** Returns the group that {@code at} names; adds a fault and returns null if there is none. */
  @Nullable Group find(ConfigNode at) {
    String name = at.text();
    Group group = byName.get(name);
    if (!name.isEmpty() && group == null) {
      at.fault("is '" + name + "'; the groups are " + byName.keySet());
    }
    return group;
  }

  /** Returns the field's role in a group; null if the field is set individually. */
  @Nullable String role(FieldShape field) {
    return roles.get(field.position());
  }

  List<Group> all() {
    return List.copyOf(byName.values());
  }
}
