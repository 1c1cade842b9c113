package io.windsock.contracts.schema;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.wire.CoalescedUpdate;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.Marker;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code catalogue.yaml} and its schemas into a {@link Catalogue} and reports every fault.
 */
final class CatalogueFile {
  private static final String FILE = "catalogue.yaml";

  /** The lowest schema id that a domain may use. */
  private static final int FIRST_DOMAIN_ID = 100;

  /**
   * Windsock's own records by their id, which is the same in every catalogue: of each, the first
   * version that records may have been written with.
   */
  private static final SortedMap<Integer, Schema> OWN =
      new TreeMap<>(
          Map.of(
              1, Marker.getClassSchema(),
              2, CoalescedUpdate.getClassSchema(),
              3, Parameters.getClassSchema(),
              4, CommitPoint.getClassSchema(),
              5, SiteSample.getClassSchema(),
              6, TopologySample.getClassSchema(),
              7, Decision.getClassSchema(),
              8, earlier("GatewaySample-8.avsc"),
              9, earlier("LinkSample-9.avsc")));

  /** Later versions of Windsock's own records by their id, each in place of those before. */
  private static final SortedMap<Integer, Schema> LATER =
      new TreeMap<>(
          Map.of(
              10, GatewaySample.getClassSchema(),
              11, LinkSample.getClassSchema()));

  private final DomainFiles source;
  private final SchemaFiles schemas;
  private final List<Fault> faults = new ArrayList<>();
  private final Map<Integer, String> ids = new HashMap<>();
  private final Set<String> names =
      OWN.values().stream().map(Schema::getName).collect(Collectors.toCollection(HashSet::new));

  private CatalogueFile(DomainFiles source) {
    this.source = source;
    this.schemas = new SchemaFiles(source);
  }

  static Catalogue readFolder(Path folder) {
    return new CatalogueFile(DomainFiles.folder(folder)).read();
  }

  static Catalogue readBuiltIn(String domain) {
    return new CatalogueFile(DomainFiles.builtIn(domain)).read();
  }

  private Catalogue read() {
    String remedy = "it must name its domain, streams, state and types";
    ConfigNode root = ConfigNode.parse(source.read(FILE), FILE, remedy, faults);
    if (!root.present()) {
      throw new ConfigurationException(faults);
    }
    root.only("domain", "streams", "state", "types");
    String domain = root.get("domain").text();
    List<String> streams = streams(root.get("streams"));
    List<EventType> types = new ArrayList<>();
    OWN.forEach((id, schema) -> types.add(own(types.size(), id, schema)));
    List<ConfigNode> entries = root.get("types").items();
    check(!entries.isEmpty(), root.get("types"), "lists no type");
    for (ConfigNode entry : entries) {
      if (entry.mappingOf("name", "stream", "supersede", "current", "versions")) {
        types.add(eventType(entry, types.size(), streams));
      }
    }
    EventType state = stateType(root.get("state"), types.size());
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    return new Catalogue(domain, streams, types, state);
  }

  /** Returns the schema of a version that is only read, from the file of this name. */
  private static Schema earlier(String file) {
    try (InputStream in = CatalogueFile.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is not on the class path");
      }
      return new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EventType own(int ordinal, int id, Schema first) {
    EventType type = EventType.ofWindsock(ordinal, id, first);
    LATER.forEach(
        (later, schema) -> {
          if (schema.getFullName().equals(first.getFullName())) {
            type.addVersion(later, later, schema);
          }
        });
    return type;
  }

  private static List<String> streams(ConfigNode listed) {
    List<String> streams = new ArrayList<>();
    check(!listed.items().isEmpty(), listed, "lists no stream");
    for (ConfigNode at : listed.items()) {
      String name = at.text();
      check(
          name.isEmpty() || name.matches("[a-zA-Z0-9._-]{1,100}"),
          at,
          "'" + name + "': 1 to 100 letters, digits, dots, dashes or underscores");
      check(!streams.contains(name), at, "names " + name + " twice");
      streams.add(name);
    }
    return streams;
  }

  private EventType eventType(ConfigNode entry, int ordinal, List<String> streams) {
    String supersede = entry.get("supersede").oneOf("allowed", "never");
    String stream = entry.get("stream").optionalText();
    check(
        stream == null || streams.contains(stream),
        entry.get("stream"),
        "is '" + stream + "', which is none of the streams " + streams);
    EventType type = type(entry, ordinal, stream, supersede.equals("allowed"));
    for (SchemaVersion version : type.versions()) {
      checkEventTime(version, entry.get("versions"));
    }
    return type;
  }

  private EventType stateType(ConfigNode entry, int ordinal) {
    if (!entry.mappingOf("name", "current", "versions")) {
      return EventType.ofDomain("", ordinal, null, false);
    }
    return type(entry, ordinal, null, false);
  }

  private EventType type(
      ConfigNode entry, int ordinal, @Nullable String stream, boolean supersedable) {
    String name = entry.get("name").text();
    check(
        name.isEmpty() || names.add(name),
        entry.get("name"),
        "is '" + name + "', as another type's");
    EventType type = EventType.ofDomain(name, ordinal, stream, supersedable);
    List<ConfigNode> versions = entry.get("versions").items();
    check(!versions.isEmpty(), entry.get("versions"), "lists no version");
    for (ConfigNode version : versions) {
      if (version.mappingOf("id", "schema")) {
        addVersion(type, version);
      }
    }
    ConfigNode currentAt = entry.get("current");
    Integer current = currentAt.present() ? currentAt.integer() : null;
    if (current != null && !type.makeCurrent(current)) {
      currentAt.fault("is " + current + ", which is not a version's id");
    }
    return type;
  }

  private void addVersion(EventType type, ConfigNode entry) {
    Integer id = entry.get("id").integer();
    if (id != null) {
      checkId(id, entry);
    }
    ConfigNode at = entry.get("schema");
    Schema schema = schemas.parse(at);
    if (schema == null) {
      return;
    }
    boolean named = schema.getType() == Schema.Type.RECORD && schema.getName().equals(type.name());
    check(
        named,
        at,
        "is a schema of '" + schema.getFullName() + "', not a record named '" + type.name() + "'");
    if (!named || id == null) {
      return;
    }
    for (SchemaVersion older : type.versions()) {
      checkReads(schema, older.schema(), at, "it can't read records of id " + older.id() + ": ");
      checkReads(
          older.schema(), schema, at, "a reader of id " + older.id() + " can't read its records: ");
    }
    type.addVersion(id, id, schema);
  }

  private void checkId(int id, ConfigNode entry) {
    ConfigNode at = entry.get("id");
    check(id >= FIRST_DOMAIN_ID, at, "is " + id + "; a domain's ids start at " + FIRST_DOMAIN_ID);
    String other = ids.putIfAbsent(id, entry.path());
    check(other == null, at, "is " + id + ", as that of " + other);
  }

  private static void checkReads(Schema reader, Schema writer, ConfigNode place, String what) {
    var result = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
    check(
        result.getType() == SchemaCompatibilityType.COMPATIBLE,
        place,
        what + result.getResult().getIncompatibilities());
  }

  private static void checkEventTime(SchemaVersion version, ConfigNode versions) {
    List<Schema.Field> fields = version.schema().getFields();
    boolean first =
        !fields.isEmpty()
            && fields.get(0).name().equals("eventTime")
            && fields.get(0).schema().getType() == Schema.Type.LONG
            && LogicalTypes.timestampMillis().equals(fields.get(0).schema().getLogicalType());
    check(
        first,
        versions,
        "in id "
            + version.id()
            + " the first field must be 'eventTime', a long with logicalType timestamp-millis");
  }

  private static void check(boolean holds, ConfigNode at, String message) {
    if (!holds) {
      at.fault(message);
    }
  }
}
