package io.windsock.ede.definition;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** The {@code derived} section of {@code ede.yaml}: events derived from the state. */
final class DerivedSection {
  /** The number of bits in a long; see {@link EdePlan}. */
  static final int MAX_DERIVATIONS = 64;

  private static final Set<String> NOT_CONTENT =
      Set.of(StateLayout.VERSION, StateLayout.EVENTS, StateLayout.LATE_EVENTS, StateLayout.CLOCKS);

  private final Catalogue catalogue;
  private final StateLayout layout;
  private final EventsSection events;
  private final List<Derivation> derivations = new ArrayList<>();

  /** For each flag claimed so far, the streams that determine its value. */
  private final Map<Integer, Set<String>> flags = new LinkedHashMap<>();

  DerivedSection(
      ConfigNode section, Catalogue catalogue, StateLayout layout, EventsSection events) {
    this.catalogue = catalogue;
    this.layout = layout;
    this.events = events;
    List<ConfigNode> items = section.items();
    if (items.size() > MAX_DERIVATIONS) {
      section.fault("lists " + items.size() + " events; the maximum is " + MAX_DERIVATIONS);
    }
    items.forEach(this::read);
  }

  List<Derivation> all() {
    return derivations;
  }

  private void read(ConfigNode node) {
    node.only("type", "when", "flag", "repeats", "from");
    String name = node.get("type").text();
    EventType type =
        name.isEmpty() ? null : EventsSection.domainType(catalogue, name, node.get("type"));
    Condition condition = Condition.compile(node.get("when"), layout);
    FieldShape flag = flag(node.get("flag"));
    boolean repeats = node.get("repeats").flag();
    Carried carried = type == null ? null : carried(type, node);
    if (type == null || carried == null || condition == null || flag == null) {
      return;
    }
    Set<Integer> reads = new LinkedHashSet<>(carried.needed());
    Arrays.stream(condition.fields()).forEach(reads::add);
    checkReads(reads, flag, repeats, node);
    derivations.add(
        new Derivation(
            type,
            condition,
            flag.position(),
            repeats,
            ints(carried.needed()),
            ints(carried.targets()),
            ints(carried.sources())));
  }

  private static int[] ints(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  private @Nullable FieldShape flag(ConfigNode at) {
    if (!at.present()) {
      at.fault("is missing; it remembers in the state that the event has arisen");
      return null;
    }
    FieldShape flag = layout.find(at);
    if (flag == null) {
      return null;
    }
    if (!StateLayout.isFlag(flag)) {
      at.fault("is '" + flag.name() + "', a " + flag.typeName() + "; a flag is a boolean");
      return null;
    }
    if (flags.putIfAbsent(flag.position(), Set.of()) != null) {
      at.fault("is '" + flag.name() + "', the flag of another derived event");
      return null;
    }
    return flag;
  }

  private void checkReads(Set<Integer> reads, FieldShape flag, boolean repeats, ConfigNode node) {
    ConfigNode when = node.get("when");
    Set<String> origins = new HashSet<>();
    for (int place : reads) {
      FieldShape field = layout.field(place);
      if (NOT_CONTENT.contains(field.name())) {
        when.fault("reads " + field.name() + ", which differs from site to site");
      } else if (StateLayout.isFlag(field)
          && (place == flag.position() || !flags.containsKey(place))) {
        when.fault(
            "reads " + field.name() + "; it may only read the flags of events listed before it");
      } else {
        origins.addAll(origins(field, flag));
      }
    }
    if (repeats && !events.raisersOf(flag.position()).isEmpty()) {
      node.get("repeats")
          .fault(
              "must be false, because "
                  + events.raisersOf(flag.position())
                  + " raise "
                  + flag.name());
    }
    if (!repeats && origins.size() > 1) {
      when.fault(
          "reads fields that come from "
              + origins
              + ": whether it ever holds would depend on which of these comes first; with"
              + " 'repeats: true' the flag follows the condition instead");
    }
    flags.put(flag.position(), origins);
  }

  /**
   * Returns the streams that determine the field's value, except through events that raise the flag
   * anyway.
   */
  private Set<String> origins(FieldShape field, FieldShape flag) {
    Set<String> origins = new HashSet<>(flags.getOrDefault(field.position(), Set.of()));
    List<EventType> raisers = events.raisersOf(flag.position());
    boolean any = field.name().equals(StateLayout.LAST_EVENT_TIME);
    for (EventType type : any ? catalogue.types() : events.settersOf(field.position())) {
      if (!raisers.contains(type)) {
        String stream = type.stream();
        origins.add(stream == null ? type.name() : stream);
      }
    }
    return origins;
  }

  /**
   * The fields of the event: indexes in the event, indexes in the state, and the state indexes that
   * must be set.
   */
  private record Carried(List<Integer> targets, List<Integer> sources, List<Integer> needed) {}

  private Carried carried(EventType type, ConfigNode node) {
    Carried carried = new Carried(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Map<String, ConfigNode> from = node.get("from").entries();
    List<Schema.Field> fields = type.current().schema().getFields();
    for (Schema.Field field : fields.subList(1, fields.size())) {
      FieldShape target = FieldShape.of(field);
      ConfigNode at = from.remove(target.name());
      FieldShape source = at == null ? layout.find(target.name()) : layout.find(at);
      if (source != null && !target.accepts(source)) {
        (at == null ? node : at)
            .fault(source.mismatch(source.name(), target, type + "." + target.name()));
      } else if (source != null) {
        carried.targets().add(target.position());
        carried.sources().add(source.position());
        if (!target.nullable() && source.nullable()) {
          carried.needed().add(source.position());
        }
      } else if (at == null && !target.nullable()) {
        node.get("from").fault(target.name() + " of " + type + " is given no value");
      }
    }
    from.forEach(
        (name, at) -> at.fault("'" + name + "' is not a field of " + type + " that can be set"));
    return carried;
  }
}
