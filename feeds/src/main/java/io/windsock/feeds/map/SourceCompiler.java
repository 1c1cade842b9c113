package io.windsock.feeds.map;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.feeds.read.CsvFormat;
import io.windsock.feeds.read.RecordsPath;
import io.windsock.feeds.row.AbsentTexts;
import io.windsock.feeds.spi.InputFormat;
import io.windsock.feeds.spi.Provider;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiles one source of a mapping. */
final class SourceCompiler {
  private final String mapping;
  private final Catalogue catalogue;
  private final Map<String, Table> tables;

  SourceCompiler(String mapping, Catalogue catalogue, Map<String, Table> tables) {
    this.mapping = mapping;
    this.catalogue = catalogue;
    this.tables = tables;
  }

  /** Compiles the source and reports faults at their places. */
  SourceMapping compile(ConfigNode node) {
    node.mappingOf(
        "name", "format", "csv", "records", "zone", "absent", "match", "order", "key", "fields",
        "events");
    SourceFormat format = format(node);
    Columns columns = new Columns(format::checkField);
    Template key = node.has("key") ? Template.parse(node.get("key"), columns, true) : null;
    List<String> identifying = identifying(node.get("match"), key);
    for (ConfigNode field : node.get("match").oneOrMore()) {
      String reason = format.checkField(field.scalar());
      if (reason != null) {
        field.fault(reason);
      }
    }
    List<EventMapping> events = events(node, key, columns);
    String name = node.has("name") ? mapping + "/" + node.get("name").scalar() : mapping;
    boolean timeOrdered =
        node.has("order") && node.get("order").oneOf("none", "time").equals("time");
    return new SourceMapping(
        name, format, zone(node), timeOrdered, identifying, columns.names(), events);
  }

  /** Returns the fields that identify a file of this source; by default those of its key. */
  private static List<String> identifying(ConfigNode match, @Nullable Template key) {
    if (match.present()) {
      return match.scalars();
    }
    return key == null ? List.of() : key.fields();
  }

  private static SourceFormat format(ConfigNode node) {
    String name = node.get("format").scalar();
    AbsentTexts absent = new AbsentTexts(node.get("absent").scalars());
    List<InputFormat> provided = Provider.all(InputFormat.class);
    for (InputFormat format : provided) {
      if (format.name().equals(name)) {
        notWith(node, name, "csv", "records", "absent", "match");
        return new SourceFormat.Provided(format);
      }
    }
    notWith(node, name, "zone");
    return plain(node, name, absent, provided);
  }

  private static SourceFormat plain(
      ConfigNode node, String name, AbsentTexts absent, List<InputFormat> provided) {
    return switch (name) {
      case "csv" -> {
        notWith(node, name, "records");
        yield new SourceFormat.Csv(csv(node.get("csv")), absent);
      }
      case "json" -> {
        notWith(node, name, "csv");
        yield new SourceFormat.Json(records(node.get("records")), absent);
      }
      case "avro" -> {
        notWith(node, name, "csv", "records");
        yield new SourceFormat.Avro(absent);
      }
      default -> {
        String known = "csv, json, avro or one of " + Provider.names(provided);
        node.get("format").fault("is '" + name + "'; it should be " + known);
        yield new SourceFormat.Avro(absent);
      }
    };
  }

  private static void notWith(ConfigNode node, String format, String... members) {
    for (String member : members) {
      if (node.has(member)) {
        node.get(member).fault("does not go with the format " + format);
      }
    }
  }

  private static RecordsPath records(ConfigNode node) {
    if (!node.present()) {
      return RecordsPath.DOCUMENT;
    }
    try {
      return RecordsPath.parse(node.scalar());
    } catch (IllegalArgumentException e) {
      node.fault(String.valueOf(e.getMessage()));
      return RecordsPath.DOCUMENT;
    }
  }

  private static CsvFormat csv(ConfigNode node) {
    if (!node.present() || !node.mappingOf("delimiter", "quote", "comment", "columns", "ragged")) {
      return CsvFormat.STANDARD;
    }
    return new CsvFormat(
        character(node.get("delimiter"), ','),
        character(node.get("quote"), '"'),
        character(node.get("comment"), (char) 0),
        node.get("columns").scalars(),
        node.get("ragged").flag());
  }

  private static char character(ConfigNode node, char standard) {
    if (!node.present()) {
      return standard;
    }
    String text = node.scalar();
    if (text.equals("none")) {
      return 0;
    }
    if (text.length() != 1 || text.charAt(0) >= 0x80) {
      node.fault("is '" + text + "'; it should be one ASCII character, or none");
      return standard;
    }
    return text.charAt(0);
  }

  private static ZoneId zone(ConfigNode node) {
    try {
      return node.has("zone") ? ZoneId.of(node.get("zone").scalar()) : ZoneOffset.UTC;
    } catch (DateTimeException e) {
      node.get("zone").fault("is not a time zone; write one such as America/Toronto or UTC");
      return ZoneOffset.UTC;
    }
  }

  private List<EventMapping> events(ConfigNode node, @Nullable Template key, Columns columns) {
    List<EventMapping> events = new ArrayList<>();
    List<EventType> types = new ArrayList<>();
    for (ConfigNode event : node.get("events").oneOrMore()) {
      EventType type =
          event.mappingOf("type", "when", "key", "time", "fields") ? type(event.get("type")) : null;
      Template eventKey = event.has("key") ? Template.parse(event.get("key"), columns, true) : key;
      if (eventKey == null) {
        event.get("key").fault("is missing, and the source has none");
      }
      if (type != null && eventKey != null) {
        types.add(type);
        events.add(event(event, type, node.get("fields"), eventKey, columns));
      }
    }
    if (node.get("events").oneOrMore().isEmpty()) {
      node.get("events").fault("lists no event");
    } else if (!types.isEmpty()) {
      FieldCompiler.checkShared(node.get("fields"), types);
    }
    return events;
  }

  private @Nullable EventType type(ConfigNode node) {
    EventType type = catalogue.find(node.scalar());
    if (type == null || type.stream() == null) {
      List<String> names =
          catalogue.types().stream().filter(t -> t.stream() != null).map(EventType::name).toList();
      node.fault("is not a type that a stream carries; these are " + names);
      return null;
    }
    return type;
  }

  private EventMapping event(
      ConfigNode node, EventType type, ConfigNode shared, Template key, Columns columns) {
    Times.Value time = row -> Times.Value.ABSENT;
    if (node.has("time")) {
      time = new Times(columns).compile(node.get("time"));
    } else {
      node.get("time").fault("is missing");
    }
    EventMapping.Condition when = new Conditions(columns).compile(node.get("when"));
    List<EventMapping.FieldWriter> fields =
        new FieldCompiler(columns, tables).compile(node.get("fields"), shared, type);
    return new EventMapping(type, when, key, time, fields);
  }
}
