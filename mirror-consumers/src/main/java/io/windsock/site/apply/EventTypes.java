package io.windsock.site.apply;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.SchemaVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks up a catalogue's event types by schema id, without boxing. */
public final class EventTypes {
  private final int[] ids;
  private final EventType[] types;

  EventTypes(Catalogue catalogue) {
    List<SchemaVersion> versions = new ArrayList<>();
    catalogue.types().forEach(type -> versions.addAll(type.versions()));
    versions.sort(Comparator.comparingInt(SchemaVersion::id));
    ids = versions.stream().mapToInt(SchemaVersion::id).toArray();
    types = versions.stream().map(SchemaVersion::type).toArray(EventType[]::new);
  }

  /** The stable ids of the catalogue's types, by ordinal. */
  static int[] ids(Catalogue catalogue) {
    return catalogue.types().stream().mapToInt(EventTypes::id).toArray();
  }

  /** A type's stable id: that of the oldest schema listed in the catalogue. */
  public static int id(EventType type) {
    return type.versions().get(0).listedId();
  }

  /** The type of records with this schema id; null if there is none. */
  @Nullable EventType find(int id) {
    int at = Arrays.binarySearch(ids, id);
    return at < 0 ? null : types[at];
  }
}
