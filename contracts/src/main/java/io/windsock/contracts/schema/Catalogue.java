package io.windsock.contracts.schema;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.config.ResourceFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The event types of one domain with their streams, schemas and ids, and the type of the state that
 * the EDE derives from them. Immutable; shared by all threads.
 *
 * <p>Every catalogue includes Windsock's own records: {@code Marker}, {@code CoalescedUpdate} and
 * those of the control loop.
 *
 * <p>The ids come from the catalogue's file or from a registry ({@link #withIds}).
 */
public final class Catalogue {
  /** The domains on the class path, each a folder with the same files as an external domain's. */
  public static final ResourceFolder BUILT_IN = new ResourceFolder("io/windsock/domains");

  private final String domain;
  private final List<String> streams;
  private final List<EventType> types;
  private final EventType stateType;
  private final Map<Integer, SchemaVersion> byId = new HashMap<>();
  private final Map<Integer, SchemaVersion> byListedId = new HashMap<>();
  private final Map<String, EventType> byName = new HashMap<>();

  Catalogue(String domain, List<String> streams, List<EventType> types, EventType stateType) {
    this.domain = domain;
    this.streams = List.copyOf(streams);
    this.types = List.copyOf(types);
    this.stateType = stateType;
    this.types.forEach(this::index);
    index(stateType);
  }

  private void index(EventType type) {
    byName.put(type.name(), type);
    for (SchemaVersion version : type.versions()) {
      byId.put(version.id(), version);
      byListedId.put(version.listedId(), version);
    }
  }

  /** Returns the names of the domains on the class path. */
  public static SortedSet<String> builtInNames() {
    return new TreeSet<>(BUILT_IN.names());
  }

  /**
   * Reads the catalogue of a domain on the class path.
   *
   * @throws ConfigurationException if there is no such domain; the message lists the existing ones
   */
  public static Catalogue builtIn(String domain) {
    if (!builtInNames().contains(domain)) {
      throw ConfigurationException.of(
          "domain '" + domain + "'",
          "is not on the class path; the domains there are " + builtInNames());
    }
    return CatalogueFile.readBuiltIn(domain);
  }

  /**
   * Reads {@code catalogue.yaml} and the schemas beside it.
   *
   * @throws ConfigurationException with every fault found, each with its place
   */
  public static Catalogue load(Path folder) {
    return CatalogueFile.readFolder(folder);
  }

  /**
   * Returns this catalogue with other schema ids, as assigned by a registry.
   *
   * @param ids the id of each version; called once per version
   * @throws ConfigurationException with every fault, if an id is negative or assigned to two
   *     versions
   */
  public Catalogue withIds(ToIntFunction<SchemaVersion> ids) {
    Map<Integer, SchemaVersion> given = new HashMap<>();
    List<Fault> faults = new ArrayList<>();
    ToIntFunction<SchemaVersion> checked =
        version -> {
          int id = ids.applyAsInt(version);
          SchemaVersion other = given.putIfAbsent(id, version);
          if (id < 0) {
            faults.add(new Fault("schema " + version, "got the id " + id + ", which is negative"));
          } else if (other != null) {
            faults.add(
                new Fault("schema " + version, "got the id " + id + ", as " + other + " did"));
          }
          return id;
        };
    List<EventType> numbered = types.stream().map(type -> type.withIds(checked)).toList();
    EventType state = stateType.withIds(checked);
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    return new Catalogue(domain, streams, numbered, state);
  }

  /** Returns the domain's name, for example {@code airline}. */
  public String domain() {
    return domain;
  }

  /** Returns the names of the streams in the order of a stamp's components. */
  public List<String> streams() {
    return streams;
  }

  /** Returns every event type by ordinal, including Windsock's own but not the state type. */
  public List<EventType> types() {
    return types;
  }

  /** Returns the type of the state that sites hold for each key. */
  public EventType stateType() {
    return stateType;
  }

  /** Returns the version of framed records with this schema id; null for an unknown id. */
  public @Nullable SchemaVersion version(int schemaId) {
    return byId.get(schemaId);
  }

  /**
   * Returns the name of a framed record's type; empty for an unknown one, and for no framed record.
   */
  public String typeName(byte @Nullable [] framed) {
    SchemaVersion version = framed == null ? null : version(Framing.schemaId(framed));
    return version == null ? "" : version.type().name();
  }

  /** Returns the version that the catalogue's file lists under this id; null if there is none. */
  public @Nullable SchemaVersion listed(int listedId) {
    return byListedId.get(listedId);
  }

  /** Returns every version of every type, including the state's. */
  public List<SchemaVersion> versions() {
    return Stream.concat(types.stream(), Stream.of(stateType))
        .flatMap(type -> type.versions().stream())
        .toList();
  }

  /**
   * Returns the schema id of one of Windsock's own records. This looks the record up by name, so
   * frequent callers keep the result.
   *
   * @param record the class generated from its schema
   */
  public int id(Class<? extends SpecificRecord> record) {
    return type(record.getSimpleName()).current().id();
  }

  /** Returns the type with this name; null if the catalogue has none. */
  public @Nullable EventType find(String name) {
    return byName.get(name);
  }

  /**
   * Returns the type with this name.
   *
   * @throws IllegalArgumentException if the catalogue has none; the message lists the known types
   */
  public EventType type(String name) {
    EventType type = byName.get(name);
    if (type == null) {
      throw new IllegalArgumentException(
          "no type '" + name + "' in catalogue " + domain + ": " + types);
    }
    return type;
  }
}
