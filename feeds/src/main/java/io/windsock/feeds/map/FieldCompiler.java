package io.windsock.feeds.map;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.schema.EventType;
import io.windsock.feeds.AvroBuffer;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Numbers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Compiles the fields of one event of a mapping, in the order of its schema. */
final class FieldCompiler {
  private static final String EVENT_TIME = "eventTime";
  private static final EventMapping.FieldWriter NOTHING = (row, out) -> {};

  private final Texts texts;
  private final Numerals numerals;
  private final Times times;

  FieldCompiler(Columns columns, Map<String, Table> tables) {
    this.texts = new Texts(columns, tables);
    this.numerals = new Numerals(texts);
    this.times = new Times(columns);
  }

  /**
   * Compiles the fields and reports faults at their places.
   *
   * @param own the event's own fields
   * @param shared fields that apply to every event of the source whose type has them, unless the
   *     event overrides them
   */
  List<EventMapping.FieldWriter> compile(ConfigNode own, ConfigNode shared, EventType type) {
    Schema schema = type.current().schema();
    own.entries().forEach((name, node) -> checkName(node, name, type));
    List<EventMapping.FieldWriter> writers = new ArrayList<>();
    for (Schema.Field field : schema.getFields().subList(1, schema.getFields().size())) {
      ConfigNode from = own.has(field.name()) ? own : shared;
      writers.add(
          from.has(field.name())
              ? mapped(from.get(field.name()), field)
              : unmapped(own, field, type));
    }
    return List.copyOf(writers);
  }

  private static void checkName(ConfigNode node, String name, EventType type) {
    if (name.equals(EVENT_TIME)) {
      node.fault("is set by 'time'");
    } else if (type.current().schema().getField(name) == null) {
      List<String> known =
          type.current().schema().getFields().stream().map(Schema.Field::name).toList();
      node.fault("is not a field of " + type + "; it has " + known);
    }
  }

  /** Reports the shared fields that none of {@code types} has. */
  static void checkShared(ConfigNode shared, List<EventType> types) {
    shared
        .entries()
        .forEach(
            (name, node) -> {
              boolean known =
                  types.stream().anyMatch(type -> type.current().schema().getField(name) != null);
              if (!known || name.equals(EVENT_TIME)) {
                node.fault("is not a settable field of any of " + types);
              }
            });
  }

  private static EventMapping.FieldWriter unmapped(
      ConfigNode node, Schema.Field field, EventType type) {
    byte[] bytes = Target.defaultBytes(field);
    if (bytes == null) {
      node.fault("needs '" + field.name() + "' to produce " + type);
      return NOTHING;
    }
    return (row, out) -> out.writeFixed(bytes);
  }

  private EventMapping.FieldWriter mapped(ConfigNode node, Schema.Field field) {
    Target target = Target.of(field);
    if (target == null) {
      node.fault("has a type that a mapping can't write: " + field.schema());
      return NOTHING;
    }
    if (target.isTime()) {
      Times.Value time = times.compile(node);
      return (row, out) -> target.writeTime(time.timeMs(row), out);
    }
    return value(target, node);
  }

  private EventMapping.FieldWriter value(Target declared, ConfigNode node) {
    Target target = declared;
    if (node.has("default")) {
      byte[] bytes = constant(target, node.get("default"));
      target = bytes == null ? target : target.withAbsent(bytes);
    }
    if (!node.isScalar() && !node.mappingOf(members(target))) {
      return NOTHING;
    }
    return writer(target, node);
  }

  /** Returns the keys that define a text or a number; a time has {@link Times#MEMBERS}. */
  private static String[] members(Target target) {
    List<String> members = new ArrayList<>(List.of("default"));
    members.addAll(Texts.MEMBERS);
    if (target.isNumeric()) {
      members.addAll(Numerals.MEMBERS);
    }
    return members.toArray(String[]::new);
  }

  private EventMapping.FieldWriter writer(Target target, ConfigNode node) {
    if (node.has("constant")) {
      if (node.entries().size() > 1) {
        node.fault("has a constant, so nothing else may be set");
      }
      byte[] bytes = constant(target, node.get("constant"));
      return bytes == null ? NOTHING : (row, out) -> out.writeFixed(bytes);
    }
    if (!target.isNumeric()) {
      Texts.Value text = texts.compile(node);
      return (row, out) -> target.writeText(text.text(row), out);
    }
    int column = texts.plainColumn(node);
    if (target.type() == Schema.Type.LONG && column >= 0 && Numerals.isPlain(node)) {
      return (row, out) -> {
        if (row.absent(column)) {
          target.writeAbsent(out);
        } else {
          target.writeWhole(row.integer(column), out);
        }
      };
    }
    Numerals.Value number = numerals.compile(target.name(), node);
    return (row, out) -> target.writeNumber(number.number(row), out);
  }

  /**
   * Returns the bytes of a value that is the same for every row; null if it is invalid for the
   * field.
   */
  private static byte @Nullable [] constant(Target target, ConfigNode node) {
    String text = node.scalar();
    AvroBuffer buffer = new AvroBuffer();
    try {
      if (target.isNumeric()) {
        target.writeNumber(parse(target, text), buffer.startBare());
      } else {
        target.writeText(text, buffer.startBare());
      }
      return buffer.toBytes();
    } catch (BadValueException e) {
      node.fault(String.valueOf(e.getMessage()));
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double parse(Target target, String text) throws BadValueException {
    double number = Numbers.parse(text);
    if (Double.isNaN(number)) {
      throw BadValueException.of(target.name(), text, "is not a number");
    }
    return number;
  }
}
