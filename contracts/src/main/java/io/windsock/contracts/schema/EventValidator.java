package io.windsock.contracts.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether bytes can be decoded, without decoding them. It walks the Avro encoding once, by a
 * plan compiled for each schema version of a catalogue, and materialises nothing. {@link
 * EventCodec#decode} can read everything that it accepts. Like Avro's reader, it does not check
 * that strings are valid UTF-8. Immutable; shared by all threads.
 */
public final class EventValidator {
  private final Catalogue catalogue;
  private final Map<Integer, ValuePlan> plans = new HashMap<>();

  /** Compiles the plans of every version of every type, including the state type. */
  public EventValidator(Catalogue catalogue) {
    this.catalogue = catalogue;
    catalogue.types().forEach(type -> compile(type.versions()));
    compile(catalogue.stateType().versions());
  }

  private void compile(List<SchemaVersion> versions) {
    for (SchemaVersion version : versions) {
      plans.put(version.id(), PlanCompiler.compile(version));
    }
  }

  /** Returns the reason why these bytes can't be decoded; null if they can. */
  public @Nullable String fault(byte[] framed) {
    int id = Framing.schemaId(framed);
    if (id == Framing.NOT_FRAMED) {
      return "not in the Confluent framing";
    }
    ValuePlan plan = plans.get(id);
    return plan == null ? "unknown schema id " + id : plan.fault(framed);
  }

  /**
   * Returns the plan of one version, for a caller that knows which version it needs.
   *
   * @throws IllegalArgumentException if the version is not in this validator's catalogue
   */
  public ValuePlan plan(SchemaVersion version) {
    ValuePlan plan = plans.get(version.id());
    if (plan == null || !plan.version().equals(version)) {
      throw new IllegalArgumentException(
          version + " is not of the catalogue " + catalogue.domain());
    }
    return plan;
  }
}
