package io.windsock.ede.definition;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.ede.definition.GroupsSection.Group;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * The {@code events} section of {@code ede.yaml}: the fields that each event type sets in the
 * state.
 */
final class EventsSection {
  private final Catalogue catalogue;
  private final StateLayout layout;
  private final GroupsSection groups;
  private final List<TypeSpec> specs = new ArrayList<>();

  EventsSection(ConfigNode section, Catalogue catalogue, StateLayout layout, GroupsSection groups) {
    this.catalogue = catalogue;
    this.layout = layout;
    this.groups = groups;
    Set<String> named = new HashSet<>();
    section
        .entries()
        .forEach(
            (name, node) -> {
              named.add(name);
              EventType type = domainType(catalogue, name, node);
              if (type != null) {
                specs.add(read(type, node));
              }
            });
    for (EventType type : catalogue.types()) {
      if (type.stream() != null && !named.contains(type.name())) {
        section.get(type.name()).fault("is missing; write '{}' for an event that sets nothing");
      }
    }
  }

  /**
   * Returns the domain's event type with this name; adds a fault at {@code at} and returns null if
   * there is none.
   */
  static @Nullable EventType domainType(Catalogue catalogue, String name, ConfigNode at) {
    EventType type = catalogue.find(name);
    if (type == null || !catalogue.types().contains(type) || type.isOwn()) {
      List<EventType> types = catalogue.types().stream().filter(t -> !t.isOwn()).toList();
      at.fault(
          "'%s' is not an event type of the domain %s; its types are %s"
              .formatted(name, catalogue.domain(), types));
      return null;
    }
    return type;
  }

  private TypeSpec read(EventType type, ConfigNode node) {
    node.only("groups", "fields", "from", "values", "raises");
    List<Group> together = new ArrayList<>();
    for (ConfigNode at : node.get("groups").items()) {
      Group group = groups.find(at);
      if (group != null) {
        together.add(group);
      }
    }
    List<FieldShape> alone = new ArrayList<>();
    for (ConfigNode at : node.get("fields").items()) {
      FieldShape field = ownField(at);
      if (field != null) {
        alone.add(field);
      }
    }
    return new TypeSpec(
        type, together, alone, sources(type, node, together, alone), raised(node.get("raises")));
  }

  private @Nullable FieldShape ownField(ConfigNode at) {
    FieldShape field = layout.findSettable(at);
    String role = field == null ? null : groups.role(field);
    if (field == null || role == null) {
      return field;
    }
    at.fault("is '" + field.name() + "', which is " + role + " and so is not set on its own");
    return null;
  }

  private List<FieldShape> raised(ConfigNode node) {
    List<FieldShape> flags = new ArrayList<>();
    for (ConfigNode at : node.items()) {
      FieldShape flag = layout.find(at);
      if (flag != null && StateLayout.isFlag(flag)) {
        flags.add(flag);
      } else if (flag != null) {
        at.fault("is '" + flag.name() + "', a " + flag.typeName() + "; a flag is a boolean");
      }
    }
    return flags;
  }

  private Map<Integer, TypeSpec.Source> sources(
      EventType type, ConfigNode node, List<Group> together, List<FieldShape> alone) {
    Map<String, ConfigNode> from = node.get("from").entries();
    Map<String, ConfigNode> values = node.get("values").entries();
    Map<Integer, TypeSpec.Source> sources = new LinkedHashMap<>();
    List<FieldShape> targets = new ArrayList<>(alone);
    together.forEach(group -> targets.addAll(group.fields()));
    for (FieldShape target : targets) {
      ConfigNode fromAt = from.remove(target.name());
      ConfigNode valueAt = values.remove(target.name());
      TypeSpec.Source source = source(type, target, fromAt, valueAt, node);
      if (source != null && sources.put(target.position(), source) != null) {
        node.fault("sets '" + target.name() + "' twice");
      }
    }
    from.values().forEach(at -> at.fault("is not among the fields that " + type + " sets"));
    values.values().forEach(at -> at.fault("is not among the fields that " + type + " sets"));
    return sources;
  }

  private static TypeSpec.@Nullable Source source(
      EventType type,
      FieldShape target,
      @Nullable ConfigNode fromAt,
      @Nullable ConfigNode valueAt,
      ConfigNode node) {
    if (valueAt != null) {
      if (fromAt != null) {
        valueAt.fault("is also under 'from'; keep one");
      }
      Object constant = constant(valueAt, target);
      return constant == null ? null : new TypeSpec.Source(null, constant);
    }
    String name = fromAt == null ? target.name() : fromAt.text();
    ConfigNode at = fromAt == null ? node : fromAt;
    FieldShape field = name.isEmpty() ? null : FieldShape.find(type, name, at);
    if (field == null) {
      return null;
    }
    if (!target.accepts(field)) {
      at.fault(field.mismatch(type + "." + name, target, target.name()));
      return null;
    }
    return new TypeSpec.Source(field, null);
  }

  /**
   * Returns the constant at {@code at} as a value of {@code target}; adds a fault and returns null
   * if {@code target} can't hold it.
   */
  private static @Nullable Object constant(ConfigNode at, FieldShape target) {
    Object value = convert(at.value(), target.schema());
    if (value == null) {
      at.fault("is " + at.value() + "; " + target.name() + " holds " + target.typeName());
    }
    return value;
  }

  private static @Nullable Object convert(JsonNode node, Schema schema) {
    return switch (schema.getType()) {
      case BOOLEAN -> node.isBoolean() ? (Object) node.booleanValue() : null;
      case INT -> node.canConvertToInt() && node.isInt() ? (Object) node.intValue() : null;
      case LONG ->
          node.isIntegralNumber() && node.canConvertToLong() ? (Object) node.longValue() : null;
      case FLOAT -> node.isNumber() ? (Object) node.floatValue() : null;
      case DOUBLE -> node.isNumber() ? (Object) node.doubleValue() : null;
      case STRING -> node.isTextual() ? new Utf8(node.textValue()) : null;
      case ENUM ->
          node.isTextual() && schema.hasEnumSymbol(node.textValue())
              ? new GenericData.EnumSymbol(schema, node.textValue())
              : null;
      default -> null;
    };
  }

  /** Requests clocks for the values whose clock is not a field of the state. */
  void collect(ClockSlots slots) {
    for (Group group : groups.all()) {
      if (group.clock() == null) {
        slots.add(group.first());
      }
    }
    specs.forEach(spec -> spec.fields().forEach(field -> slots.add(field.position())));
  }

  /** Returns the plans by ordinal of their type, omitting types with faults. */
  @Nullable TypePlan[] plans(ClockSlots slots) {
    @Nullable TypePlan[] plans = new TypePlan[catalogue.types().size()];
    for (TypeSpec spec : specs) {
      plans[spec.type().ordinal()] = spec.plan(slots);
    }
    return plans;
  }

  /** Returns the types that set or raise the field at this index. */
  List<EventType> settersOf(int field) {
    List<EventType> setters = new ArrayList<>();
    for (TypeSpec spec : specs) {
      if (spec.sets(field) || spec.raises(field)) {
        setters.add(spec.type());
      }
    }
    return setters;
  }

  /** Returns the types that set the flag at this index to true. */
  List<EventType> raisersOf(int flag) {
    return specs.stream().filter(spec -> spec.raises(flag)).map(TypeSpec::type).toList();
  }
}
