package io.windsock.contracts.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.wire.CoalescedUpdate;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Marker;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import java.io.IOException;
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

/** Reads {@code catalogue.yaml} and its schemas into a {@link Catalogue}, naming every fault. */
final class CatalogueFile {
  private static final String FILE = "catalogue.yaml";

  /** The first schema id that a domain may list. */
  private static final int FIRST_DOMAIN_ID = 100;

  /** Windsock's own records, by the id that every catalogue lists them under. */
  private static final SortedMap<Integer, Schema> OWN =
      new TreeMap<>(
          Map.of(
              1, Marker.getClassSchema(),
              2, CoalescedUpdate.getClassSchema(),
              3, Parameters.getClassSchema(),
              4, CommitPoint.getClassSchema(),
              5, SiteSample.getClassSchema(),
              6, TopologySample.getClassSchema(),
              7, Decision.getClassSchema()));

  private static final ObjectMapper YAML =
      new ObjectMapper(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);

  private record Entry(int id, @Nullable String schema) {}

  private record TypeEntry(
      @Nullable String name,
      @Nullable String stream,
      @Nullable String supersede,
      @Nullable Integer current,
      @Nullable List<@Nullable Entry> versions) {}

  private record Content(
      @Nullable String domain,
      @Nullable List<@Nullable String> streams,
      @Nullable TypeEntry state,
      @Nullable List<@Nullable TypeEntry> types) {}

  private final CatalogueSource source;
  private final SchemaFiles schemas;
  private final List<Fault> faults = new ArrayList<>();
  private final Map<Integer, String> ids = new HashMap<>();
  private final Set<String> names =
      OWN.values().stream().map(Schema::getName).collect(Collectors.toCollection(HashSet::new));

  private CatalogueFile(CatalogueSource source) {
    this.source = source;
    this.schemas = new SchemaFiles(source);
  }

  static Catalogue readFolder(Path folder) {
    return new CatalogueFile(CatalogueSource.folder(folder)).read();
  }

  static Catalogue readBuiltIn(String domain) {
    return new CatalogueFile(CatalogueSource.builtIn(domain)).read();
  }

  private Catalogue read() {
    Content content = parse();
    String domain = content.domain() == null ? "" : content.domain();
    check(!domain.isBlank(), "domain", "is missing");
    List<String> streams = streams(content.streams());
    List<EventType> types = new ArrayList<>();
    OWN.forEach((id, schema) -> types.add(EventType.ofWindsock(types.size(), id, schema)));
    List<@Nullable TypeEntry> entries = orEmpty(content.types());
    check(!entries.isEmpty(), "types", "lists no type");
    for (int i = 0; i < entries.size(); i++) {
      TypeEntry entry = entries.get(i);
      String place = "types[" + i + "]";
      check(entry != null, place, "is empty");
      if (entry != null) {
        types.add(eventType(entry, place, types.size(), streams));
      }
    }
    EventType state = stateType(content.state(), types.size());
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    return new Catalogue(domain, streams, types, state);
  }

  private Content parse() {
    try {
      Content content = YAML.readValue(source.read(FILE), Content.class);
      if (content == null) {
        throw ConfigurationException.of(FILE, "is empty");
      }
      return content;
    } catch (JsonProcessingException e) {
      throw ConfigurationException.of(place(e), e.getOriginalMessage());
    } catch (IOException e) {
      throw ConfigurationException.of(FILE, CatalogueSource.reason(FILE, e));
    }
  }

  /**
   * Line and, where the mapping knows it, path: {@code catalogue.yaml, line 7: types[2].versions}.
   */
  private static String place(JsonProcessingException e) {
    var at = e.getLocation();
    StringBuilder place = new StringBuilder(FILE);
    place.append(at == null ? "" : ", line " + at.getLineNr());
    if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      String separator = ": ";
      for (JsonMappingException.Reference step : mapping.getPath()) {
        boolean index = step.getFieldName() == null;
        place.append(index ? "[" + step.getIndex() + "]" : separator + step.getFieldName());
        separator = ".";
      }
    }
    return place.toString();
  }

  private List<String> streams(@Nullable List<@Nullable String> listed) {
    List<String> streams = new ArrayList<>();
    check(!orEmpty(listed).isEmpty(), "streams", "lists no stream");
    for (String stream : orEmpty(listed)) {
      String name = stream == null ? "" : stream;
      check(
          name.matches("[a-zA-Z0-9._-]{1,100}"),
          "streams",
          "'" + name + "': 1 to 100 letters, digits, dots, dashes or underscores");
      check(!streams.contains(name), "streams", "names " + name + " twice");
      streams.add(name);
    }
    return streams;
  }

  private static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }

  private EventType eventType(TypeEntry entry, String place, int ordinal, List<String> streams) {
    String supersede = entry.supersede();
    check(
        "allowed".equals(supersede) || "never".equals(supersede),
        place + ".supersede",
        "is '" + supersede + "'; it must be 'allowed' or 'never'");
    String stream = entry.stream();
    check(
        stream == null || streams.contains(stream),
        place + ".stream",
        "is '" + stream + "', which is none of the streams " + streams);
    EventType type = type(entry, place, ordinal, "allowed".equals(supersede));
    for (SchemaVersion version : type.versions()) {
      checkEventTime(version, place);
    }
    return type;
  }

  private EventType stateType(@Nullable TypeEntry entry, int ordinal) {
    check(entry != null, "state", "is missing");
    if (entry == null) {
      return EventType.ofDomain("", ordinal, null, false);
    }
    check(entry.stream() == null, "state.stream", "is '" + entry.stream() + "'; a state has none");
    check(entry.supersede() == null, "state.supersede", "says nothing about a state");
    return type(entry, "state", ordinal, false);
  }

  private EventType type(TypeEntry entry, String place, int ordinal, boolean supersedable) {
    String name = entry.name() == null ? "" : entry.name();
    check(!name.isBlank(), place + ".name", "is missing");
    check(names.add(name), place + ".name", "is '" + name + "', as another type's");
    EventType type = EventType.ofDomain(name, ordinal, entry.stream(), supersedable);
    List<@Nullable Entry> versions = orEmpty(entry.versions());
    check(!versions.isEmpty(), place + ".versions", "lists no version");
    for (int i = 0; i < versions.size(); i++) {
      Entry version = versions.get(i);
      check(version != null, place + ".versions[" + i + "]", "is empty");
      if (version != null) {
        addVersion(type, version, place + ".versions[" + i + "]");
      }
    }
    if (entry.current() != null && !type.makeCurrent(entry.current())) {
      check(false, place + ".current", "is " + entry.current() + ", which is no version's id");
    }
    return type;
  }

  private void addVersion(EventType type, Entry entry, String place) {
    check(
        entry.id() >= FIRST_DOMAIN_ID,
        place + ".id",
        "is " + entry.id() + "; a domain's ids start at " + FIRST_DOMAIN_ID);
    String other = ids.putIfAbsent(entry.id(), place);
    check(other == null, place + ".id", "is " + entry.id() + ", as that of " + other);
    String at = place + ".schema";
    Schema schema = schemas.parse(entry.schema(), message -> check(false, at, message));
    if (schema == null) {
      return;
    }
    boolean named = schema.getType() == Schema.Type.RECORD && schema.getName().equals(type.name());
    check(
        named,
        at,
        "is a schema of '" + schema.getFullName() + "', not a record named '" + type.name() + "'");
    if (!named) {
      return;
    }
    for (SchemaVersion older : type.versions()) {
      checkReads(schema, older.schema(), at, "it can't read records of id " + older.id() + ": ");
      checkReads(
          older.schema(), schema, at, "a reader of id " + older.id() + " can't read its records: ");
    }
    type.addVersion(entry.id(), entry.id(), schema);
  }

  private void checkReads(Schema reader, Schema writer, String place, String what) {
    var result = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
    check(
        result.getType() == SchemaCompatibilityType.COMPATIBLE,
        place,
        what + result.getResult().getIncompatibilities());
  }

  private void checkEventTime(SchemaVersion version, String place) {
    List<Schema.Field> fields = version.schema().getFields();
    boolean first =
        !fields.isEmpty()
            && fields.get(0).name().equals("eventTime")
            && fields.get(0).schema().getType() == Schema.Type.LONG
            && LogicalTypes.timestampMillis().equals(fields.get(0).schema().getLogicalType());
    check(
        first,
        place + ".versions (id " + version.id() + ")",
        "the first field must be 'eventTime', a long with logicalType timestamp-millis");
  }

  private void check(boolean holds, String place, String message) {
    if (!holds) {
      faults.add(new Fault(FILE + ": " + place, message));
    }
  }
}
