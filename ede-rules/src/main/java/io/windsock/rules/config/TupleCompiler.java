package io.windsock.rules.config;

import io.windsock.contracts.schema.EventType;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.condition.FieldSchemas;
import io.windsock.rules.stage.DerivedEventMaker;
import io.windsock.rules.stage.Trigger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Checks the properties specific to a {@link ComplexTuple}, mainly its derived event. */
final class TupleCompiler {
  private static final Pattern PART_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
  private static final String EVENT_TIME = "eventTime";

  private final ComplexTuple rule;
  private final RuleChecks checks;

  TupleCompiler(ComplexTuple rule, RuleChecks checks) {
    this.rule = rule;
    this.checks = checks;
  }

  /** Returns the parts in order, omitting invalid ones. */
  List<Trigger> parts() {
    int count = rule.parts().size();
    checks.check(
        count >= 2 && count <= ComplexTuple.MAX_PARTS,
        "parts",
        "lists " + count + "; a tuple has 2 to " + ComplexTuple.MAX_PARTS);
    List<Trigger> triggers = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < count; i++) {
      ComplexTuple.Part part = rule.parts().get(i);
      String place = "parts[" + i + "]";
      checks.check(
          PART_NAME.matcher(part.name()).matches(),
          place + ".name",
          "is '" + part.name() + "'; it must be 1 to 64 letters, digits or underscores");
      checks.check(names.add(part.name()), place + ".name", "'" + part.name() + "' is used twice");
      EventType type = checks.sourceEvent(part.match().type(), place + ".type");
      if (type != null) {
        triggers.add(checks.trigger(type, part.match(), place));
      }
    }
    return triggers;
  }

  /** Returns the maker of the derived event; null if the type can't be derived. */
  @Nullable DerivedEventMaker derived(List<Trigger> parts) {
    EventType type = checks.derivedEvent(rule.derive(), "derive");
    if (type == null || parts.size() < rule.parts().size()) {
      return null;
    }
    List<DerivedEventMaker.Mapping> mappings = new ArrayList<>();
    for (Map.Entry<String, String> entry : rule.fields().entrySet()) {
      DerivedEventMaker.Mapping mapping = mapping(type, entry.getKey(), entry.getValue(), parts);
      if (mapping != null) {
        mappings.add(mapping);
      }
    }
    checkComplete(type);
    Schema.Field partsField = partsField(type);
    checkNothingLost(type, partsField, parts);
    return new DerivedEventMaker(type, mappings, partsField);
  }

  private DerivedEventMaker.@Nullable Mapping mapping(
      EventType type, String target, String source, List<Trigger> parts) {
    String place = "fields." + target;
    Schema.Field field = type.current().schema().getField(target);
    if (field == null || target.equals(EVENT_TIME) || target.equals(ComplexTuple.PARTS_FIELD)) {
      checks.check(
          false,
          place,
          field == null
              ? "is not a field of " + type + "; it has " + names(type)
              : "is filled by the rule itself; leave it out");
      return null;
    }
    int dot = source.indexOf('.');
    int part = dot < 0 ? -1 : partNamed(source.substring(0, dot));
    if (part < 0) {
      checks.check(
          false, place, "is '" + source + "'; it must be part.field, a part of " + partNames());
      return null;
    }
    EventType from = parts.get(part).type();
    Schema.Field copied = from.current().schema().getField(source.substring(dot + 1));
    if (copied == null) {
      checks.check(
          false, place, "'" + source + "': " + from + " has no such field, but " + names(from));
      return null;
    }
    checkFits(place, source, copied.schema(), field.schema());
    return new DerivedEventMaker.Mapping(field, part, copied.pos());
  }

  private void checkFits(String place, String source, Schema from, Schema to) {
    checks.check(
        FieldSchemas.fits(from, to),
        place,
        "can't hold '" + source + "': that is " + from + ", not " + to);
    checks.check(
        !from.isNullable() || to.isNullable(),
        place,
        "can't be null, and '" + source + "' can; make the derived field nullable");
  }

  private void checkComplete(EventType type) {
    for (Schema.Field field : type.current().schema().getFields()) {
      boolean filled =
          field.hasDefaultValue()
              || field.name().equals(EVENT_TIME)
              || rule.fields().containsKey(field.name());
      checks.check(
          filled, "fields", "do not set " + type + "." + field.name() + ", which has no default");
    }
  }

  private static Schema.@Nullable Field partsField(EventType type) {
    Schema.Field field = type.current().schema().getField(ComplexTuple.PARTS_FIELD);
    if (field == null || !field.hasDefaultValue()) {
      return null;
    }
    Schema value = FieldSchemas.value(field.schema());
    boolean holdsBytes =
        value.getType() == Schema.Type.ARRAY
            && value.getElementType().getType() == Schema.Type.BYTES;
    return holdsBytes ? field : null;
  }

  /** Checks that an essential part is replaced only by an event that carries it. */
  private void checkNothingLost(
      EventType type, Schema.@Nullable Field partsField, List<Trigger> parts) {
    Set<String> lost = new TreeSet<>();
    for (Trigger part : parts) {
      if (rule.absorb() && !part.type().supersedable() && partsField == null) {
        lost.add(part.type().name());
      }
    }
    checks.check(
        lost.isEmpty(),
        "absorb",
        "would lose essential events, %s: give %s a field 'parts', null or an array of bytes, by default null, or set absorb to false"
            .formatted(lost, type));
  }

  private int partNamed(String name) {
    for (int i = 0; i < rule.parts().size(); i++) {
      if (rule.parts().get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private List<String> partNames() {
    List<String> names = new ArrayList<>();
    rule.parts().forEach(part -> names.add(part.name()));
    return names;
  }

  private static List<String> names(EventType type) {
    List<String> names = new ArrayList<>();
    type.current().schema().getFields().forEach(field -> names.add(field.name()));
    return names;
  }
}
