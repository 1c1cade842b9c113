package io.windsock.contracts.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.wire.CoalescedUpdate;
import io.windsock.contracts.wire.Marker;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.LogicalTypes;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaParseException;
import org.jspecify.annotations.Nullable;

/** Reads {@code catalogue.yaml} and its schemas into a {@link Catalogue}, naming every fault. */
final class CatalogueFile {
  private static final String FILE = "catalogue.yaml";
  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory()).enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** Where the file and its schemas come from: a folder, or the jar. */
  private interface Source {
    String read(String name) throws IOException;
  }

  private record Entry(int id, @Nullable String schema) {}

  private record TypeEntry(
      @Nullable String name,
      @Nullable String stream,
      @Nullable String supersede,
      @Nullable List<Entry> versions) {}

  private record Content(
      @Nullable String domain,
      @Nullable List<String> streams,
      @Nullable TypeEntry state,
      @Nullable List<TypeEntry> types) {}

  private final Source source;
  private final List<Fault> faults = new ArrayList<>();
  private final Map<String, Schema> known = new HashMap<>();

  private CatalogueFile(Source source) {
    this.source = source;
  }

  static Catalogue readFolder(Path folder) {
    return new CatalogueFile(name -> Files.readString(folder.resolve(name))).read();
  }

  static Catalogue readBuiltIn(String prefix) {
    return new CatalogueFile(name -> readResource(prefix + name)).read();
  }

  private static String readResource(String path) throws IOException {
    try (InputStream in = CatalogueFile.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new NoSuchFileException(path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Catalogue read() {
    Content content = parse();
    List<String> streams = content.streams() == null ? List.of() : content.streams();
    check(content.domain() != null && !content.domain().isBlank(), "domain", "is missing");
    check(!streams.isEmpty(), "streams", "lists no stream");
    check(new HashSet<>(streams).size() == streams.size(), "streams", "names one twice");
    List<EventType> types = new ArrayList<>();
    types.add(own("Marker", 0, Catalogue.MARKER_ID, Marker.getClassSchema()));
    types.add(own("CoalescedUpdate", 1, Catalogue.COALESCED_ID, CoalescedUpdate.getClassSchema()));
    List<TypeEntry> entries = content.types() == null ? List.of() : content.types();
    for (int i = 0; i < entries.size(); i++) {
      types.add(eventType(entries.get(i), "types[" + i + "]", types.size(), Set.copyOf(streams)));
    }
    EventType state = stateType(content.state(), types.size());
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    return new Catalogue(content.domain() == null ? "" : content.domain(), streams, types, state);
  }

  private Content parse() {
    try {
      Content content = YAML.readValue(source.read(FILE), Content.class);
      if (content == null) {
        throw ConfigurationException.of(FILE, "is empty");
      }
      return content;
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      String line = at == null ? "" : ", line " + at.getLineNr();
      throw ConfigurationException.of(FILE + line, e.getOriginalMessage());
    } catch (NoSuchFileException e) {
      throw ConfigurationException.of(FILE, "there is no such file: " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EventType own(String name, int ordinal, int id, Schema schema) {
    EventType type = new EventType(name, ordinal, null, false);
    type.addVersion(id, schema);
    return type;
  }

  private EventType eventType(TypeEntry entry, String place, int ordinal, Set<String> streams) {
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
    if (entry == null) {
      throw ConfigurationException.of(FILE + ": state", "is missing");
    }
    return type(entry, "state", ordinal, false);
  }

  private EventType type(TypeEntry entry, String place, int ordinal, boolean supersedable) {
    String name = entry.name() == null ? "" : entry.name();
    check(!name.isBlank(), place + ".name", "is missing");
    EventType type = new EventType(name, ordinal, entry.stream(), supersedable);
    List<Entry> versions = entry.versions() == null ? List.of() : entry.versions();
    check(!versions.isEmpty(), place + ".versions", "lists no version");
    for (int i = 0; i < versions.size(); i++) {
      addVersion(type, versions.get(i), place + ".versions[" + i + "]");
    }
    return type;
  }

  private void addVersion(EventType type, Entry entry, String place) {
    check(
        entry.id() >= Catalogue.FIRST_DOMAIN_ID,
        place + ".id",
        "is " + entry.id() + "; a domain's ids start at " + Catalogue.FIRST_DOMAIN_ID);
    Schema schema = schema(entry.schema(), place + ".schema");
    if (schema == null) {
      return;
    }
    check(
        schema.getType() == Schema.Type.RECORD && schema.getName().equals(type.name()),
        place + ".schema",
        "is a schema of '" + schema.getFullName() + "', not a record named '" + type.name() + "'");
    for (SchemaVersion older : type.versions()) {
      checkCompatible(schema, older, place);
      checkCompatible(older.schema(), schema, place, "an older reader can't read it: ");
    }
    type.addVersion(entry.id(), schema);
  }

  private void checkCompatible(Schema reader, SchemaVersion older, String place) {
    checkCompatible(
        reader, older.schema(), place, "it can't read records of id " + older.id() + ": ");
  }

  private void checkCompatible(Schema reader, Schema writer, String place, String what) {
    var result = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
    check(
        result.getType() == SchemaCompatibilityType.COMPATIBLE,
        place + ".schema",
        what + result.getResult().getIncompatibilities());
  }

  private @Nullable Schema schema(@Nullable String file, String place) {
    if (file == null || file.isBlank()) {
      check(false, place, "is missing");
      return null;
    }
    if (file.contains("..") || file.startsWith("/")) {
      check(false, place, "is '" + file + "'; schemas stand in the catalogue's own folder");
      return null;
    }
    try {
      Schema.Parser parser = new Schema.Parser(NameValidator.UTF_VALIDATOR);
      // A state may name the enums of its events; a later version of a record brings its own.
      String text = source.read(file);
      parser.addTypes(without(text).values());
      Schema schema = parser.parse(text);
      parser.getTypes().forEach(known::putIfAbsent);
      return schema;
    } catch (NoSuchFileException e) {
      check(false, place, "there is no file '" + file + "'");
    } catch (SchemaParseException e) {
      check(false, place, "'" + file + "' is not an Avro schema: " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return null;
  }

  /** The named types read so far that {@code text} does not define itself. */
  private Map<String, Schema> without(String text) throws IOException {
    Set<String> own = new HashSet<>();
    YAML.readTree(text).findValuesAsText("name").forEach(own::add);
    Map<String, Schema> others = new HashMap<>();
    known.forEach(
        (name, schema) -> {
          if (!own.contains(schema.getName())) {
            others.put(name, schema);
          }
        });
    return others;
  }

  private void checkEventTime(SchemaVersion version, String place) {
    Schema schema = version.schema();
    boolean first =
        !schema.getFields().isEmpty()
            && schema.getFields().get(0).name().equals("eventTime")
            && schema.getFields().get(0).schema().getType() == Schema.Type.LONG
            && LogicalTypes.timestampMillis()
                .equals(schema.getFields().get(0).schema().getLogicalType());
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
