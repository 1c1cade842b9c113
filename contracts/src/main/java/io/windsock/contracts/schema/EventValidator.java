package io.windsock.contracts.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether bytes will decode, without decoding them: walks the Avro encoding once by a plan
 * compiled for each schema version of a catalogue, and materialises nothing. What it admits, {@link
 * EventCodec#decode} reads. Strings are not checked to be UTF-8, as Avro's reader does not either.
 * Immutable; shared by all threads.
 */
public final class EventValidator {
  private final Catalogue catalogue;
  private final Map<Integer, ValuePlan> plans = new HashMap<>();

  /** Compiles the plans of every version of every type, the state type's included. */
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

  /** Why these bytes can't be decoded, in words; null if they can. */
  public @Nullable String fault(byte[] framed) {
    int id = Framing.schemaId(framed);
    if (id == Framing.NOT_FRAMED) {
      return "not in the Confluent framing";
    }
    ValuePlan plan = plans.get(id);
    return plan == null ? "unknown schema id " + id : plan.fault(framed);
  }

  /**
   * The plan of one version, for a caller that knows which one it needs.
   *
   * @throws IllegalArgumentException if the version is not of this validator's catalogue
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
