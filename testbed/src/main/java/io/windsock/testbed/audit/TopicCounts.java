package io.windsock.testbed.audit;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts of a topic's records by type; records without a known type count as {@code undecodable}.
 */
final class TopicCounts {
  private static final String UNDECODABLE = "undecodable";

  private final Catalogue catalogue;
  private final Map<String, Long> byType = new TreeMap<>();

  TopicCounts(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  void add(byte @Nullable [] value) {
    SchemaVersion version = value == null ? null : catalogue.version(Framing.schemaId(value));
    byType.merge(version == null ? UNDECODABLE : version.type().name(), 1L, Long::sum);
  }

  /** Returns the counts by type name, without markers. */
  Map<String, Long> events() {
    return byType;
  }
}
