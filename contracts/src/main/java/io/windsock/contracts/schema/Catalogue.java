package io.windsock.contracts.schema;

import io.windsock.contracts.config.ConfigurationException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The event types of one domain: their streams, schemas and ids, and the type of the state that the
 * EDE derives from them. Immutable; shared by all threads.
 *
 * <p>Windsock's own records, {@code Marker}, {@code CoalescedUpdate} and those of the control loop,
 * are part of every catalogue.
 */
public final class Catalogue {
  /** Schema id of {@code Marker}. */
  public static final int MARKER_ID = 1;

  /** Schema id of {@code CoalescedUpdate}. */
  public static final int COALESCED_ID = 2;

  /** Schema id of {@code Parameters}. */
  public static final int PARAMETERS_ID = 3;

  /** Schema id of {@code CommitPoint}. */
  public static final int COMMIT_POINT_ID = 4;

  /** Schema id of {@code SiteSample}. */
  public static final int SITE_SAMPLE_ID = 5;

  /** Schema id of {@code TopologySample}. */
  public static final int TOPOLOGY_SAMPLE_ID = 6;

  /** Schema id of {@code Decision}. */
  public static final int DECISION_ID = 7;

  /** The first schema id that a domain may use. */
  public static final int FIRST_DOMAIN_ID = 100;

  private final String domain;
  private final List<String> streams;
  private final List<EventType> types;
  private final EventType stateType;
  private final Map<Integer, SchemaVersion> byId = new HashMap<>();
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
    }
  }

  /** The airline domain that ships with Windsock. */
  public static Catalogue airline() {
    return CatalogueFile.readBuiltIn("/io/windsock/airline/");
  }

  /**
   * Reads {@code catalogue.yaml} and the schemas beside it.
   *
   * @throws ConfigurationException with every fault found, each with its place
   */
  public static Catalogue load(Path folder) {
    return CatalogueFile.readFolder(folder);
  }

  /** The domain's name: {@code airline}. */
  public String domain() {
    return domain;
  }

  /** Names of the streams, in the order of a stamp's components. */
  public List<String> streams() {
    return streams;
  }

  /** Every event type, by ordinal, Windsock's own included, without the state type. */
  public List<EventType> types() {
    return types;
  }

  /** The type of the state that sites hold for each key. */
  public EventType stateType() {
    return stateType;
  }

  /** The version that framed records with this schema id have; null for an unknown id. */
  public @Nullable SchemaVersion version(int schemaId) {
    return byId.get(schemaId);
  }

  /** The type of this name; null if the catalogue has none. */
  public @Nullable EventType find(String name) {
    return byName.get(name);
  }

  /**
   * The type of this name.
   *
   * @throws IllegalArgumentException if the catalogue has none; the message lists those it has
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
