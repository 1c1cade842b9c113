package io.windsock.ede.definition;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.EventType;
import io.windsock.rules.condition.ConditionCompiler;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a domain's state record by name and index. Every domain has the EDE's own five
 * fields: {@code version}, {@code events}, {@code lateEvents} and {@code lastEventTime}, each a
 * long, and {@code clocks}, bytes. {@code ede.yaml} defines how all others are set.
 */
public final class StateLayout {
  /** The field with the highest source sequence that the state contains. */
  public static final String VERSION = "version";

  static final String EVENTS = "events";
  static final String LATE_EVENTS = "lateEvents";
  static final String LAST_EVENT_TIME = "lastEventTime";
  static final String CLOCKS = "clocks";
  private static final Set<String> OWN =
      Set.of(VERSION, EVENTS, LATE_EVENTS, LAST_EVENT_TIME, CLOCKS);

  private final EventType type;
  private final FieldShape[] fields;
  private final ConditionCompiler conditions;

  /** Indexes of the EDE's own fields. */
  public final int version;

  public final int events;
  public final int lateEvents;
  public final int lastEventTime;
  public final int clocks;

  /**
   * Creates the layout of {@code type}; adds a fault for anything that the EDE does not support.
   */
  public StateLayout(EventType type, List<Fault> faults) {
    this.type = type;
    Schema schema = type.current().schema();
    fields = schema.getFields().stream().map(FieldShape::of).toArray(FieldShape[]::new);
    conditions = new ConditionCompiler(type);
    version = own(VERSION, Schema.Type.LONG, faults);
    events = own(EVENTS, Schema.Type.LONG, faults);
    lateEvents = own(LATE_EVENTS, Schema.Type.LONG, faults);
    lastEventTime = own(LAST_EVENT_TIME, Schema.Type.LONG, faults);
    clocks = own(CLOCKS, Schema.Type.BYTES, faults);
    for (FieldShape field : fields) {
      checkDomainField(field, faults);
    }
  }

  private int own(String name, Schema.Type expected, List<Fault> faults) {
    FieldShape field = find(name);
    if (field == null || field.nullable() || field.schema().getType() != expected) {
      String is = field == null ? "is missing" : "is " + field.typeName();
      faults.add(
          new Fault(type + "." + name, is + "; every state needs it as " + expected.getName()));
      return -1;
    }
    return field.position();
  }

  private void checkDomainField(FieldShape field, List<Fault> faults) {
    if (OWN.contains(field.name())) {
      return;
    }
    if (!field.plain() || !(field.nullable() || isFlag(field))) {
      String message =
          "is "
              + field.typeName()
              + "; a state holds values that may be null (a union of null and one plain type), and"
              + " flags (boolean)";
      faults.add(new Fault(type + "." + field.name(), message));
    }
  }

  /** Returns the type of the state. */
  public EventType type() {
    return type;
  }

  /** Returns a compiler for conditions over these states. */
  ConditionCompiler conditions() {
    return conditions;
  }

  /** Returns the number of fields. */
  public int size() {
    return fields.length;
  }

  /** Returns the field at this index. */
  public FieldShape field(int position) {
    return fields[position];
  }

  /** Returns the field with this name; null if the state has none. */
  @Nullable FieldShape find(String name) {
    Schema.Field field = type.current().schema().getField(name);
    return field == null ? null : fields[field.pos()];
  }

  /**
   * Returns the field that {@code at} names; adds a fault and returns null if the state has none.
   */
  public @Nullable FieldShape find(ConfigNode at) {
    String name = at.text();
    FieldShape field = find(name);
    if (!name.isEmpty() && field == null) {
      at.fault("is '" + name + "', which is not a field of " + type);
    }
    return field;
  }

  /**
   * Returns the field that {@code at} names; adds a fault and returns null if events may not set
   * it.
   */
  @Nullable FieldShape findSettable(ConfigNode at) {
    FieldShape field = find(at);
    if (field == null || (field.nullable() && !OWN.contains(field.name()))) {
      return field;
    }
    at.fault("is '" + field.name() + "', which no event may set: it is the EDE's own, or a flag");
    return null;
  }

  /** Whether the field is a non-null boolean. */
  public static boolean isFlag(FieldShape field) {
    return !field.nullable() && field.schema().getType() == Schema.Type.BOOLEAN;
  }
}
