package io.windsock.rules.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.windsock.contracts.config.Fault;
import io.windsock.rules.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One mapping of a rules file, read property by property. What is missing or of another form
 * becomes a fault with its place, and a stand-in is answered so that reading goes on to the next
 * fault.
 */
final class ConfigMapping {
  private static final Duration STAND_IN = Duration.ofSeconds(1);

  private final JsonNode node;
  private final String place;
  private final String separator;
  private final List<Fault> faults;
  private final Set<String> asked = new LinkedHashSet<>();

  private ConfigMapping(JsonNode node, String place, String separator, List<Fault> faults) {
    this.node = node;
    this.place = place;
    this.separator = separator;
    this.faults = faults;
  }

  /**
   * The properties of {@code node}.
   *
   * @param separator what stands between this place and a property's name
   */
  static ConfigMapping of(JsonNode node, String place, String separator, List<Fault> faults) {
    if (!node.isObject()) {
      faults.add(new Fault(place, "is " + shown(node) + "; it must be a mapping of properties"));
      return new ConfigMapping(
          JsonNodeFactory.instance.objectNode(), place, separator, new ArrayList<>());
    }
    return new ConfigMapping(node, place, separator, faults);
  }

  boolean has(String property) {
    asked.add(property);
    return node.hasNonNull(property);
  }

  /** A text that must be there; empty if it isn't. */
  String text(String property) {
    JsonNode value = required(property, "a text");
    return value == null ? "" : scalar(value, property);
  }

  /** A text, or null where the property is left out. */
  @Nullable String optionalText(String property) {
    return has(property) ? scalar(node.get(property), property) : null;
  }

  /** One of {@code choices} that must be there; empty if it isn't. */
  String oneOf(String property, List<String> choices) {
    JsonNode value = required(property, "one of " + choices);
    if (value == null) {
      return "";
    }
    if (!choices.contains(value.asText())) {
      fault(property, "is " + shown(value) + "; it must be one of " + choices);
      return "";
    }
    return value.asText();
  }

  /** A whole number that must be there; 1 if it isn't. */
  int integer(String property) {
    JsonNode value = required(property, "a whole number");
    if (value == null) {
      return 1;
    }
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      fault(property, "is " + shown(value) + "; it must be a whole number");
      return 1;
    }
    return value.intValue();
  }

  /** True or false; false where the property is left out. */
  boolean flag(String property) {
    if (!has(property)) {
      return false;
    }
    JsonNode value = node.get(property);
    if (!value.isBoolean()) {
      fault(property, "is " + shown(value) + "; it must be true or false");
    }
    return value.asBoolean();
  }

  /** A duration; null where the property is left out. */
  @Nullable Duration optionalDuration(String property) {
    return has(property) ? duration(node.get(property), property) : null;
  }

  /** A duration; {@code absent} where the property is left out. */
  Duration duration(String property, Duration absent) {
    Duration given = optionalDuration(property);
    return given == null ? absent : given;
  }

  /** A duration that must be there. */
  Duration requiredDuration(String property) {
    JsonNode value = required(property, "a duration such as 500ms, 2s, 30m or 12h");
    return value == null ? STAND_IN : duration(value, property);
  }

  private Duration duration(JsonNode value, String property) {
    Duration duration = value.isTextual() ? Durations.parse(value.asText()) : null;
    if (duration == null) {
      fault(property, "is " + shown(value) + "; write a duration such as 500ms, 2s, 30m or 12h");
      return STAND_IN;
    }
    return duration;
  }

  /** A list of texts that must be there; empty if it isn't. */
  List<String> texts(String property) {
    JsonNode value = required(property, "a list of texts");
    if (value == null || !isList(value, property)) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < value.size(); i++) {
      texts.add(scalar(value.get(i), property + "[" + i + "]"));
    }
    return texts;
  }

  /** A mapping of texts; empty where the property is left out. */
  Map<String, String> textsByName(String property) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (has(property)) {
      ConfigMapping inner = object(property);
      for (String name : inner.names()) {
        texts.put(name, inner.text(name));
      }
    }
    return Collections.unmodifiableMap(texts);
  }

  /** A mapping that must be there. */
  ConfigMapping object(String property) {
    JsonNode value = required(property, "a mapping of properties");
    if (value == null) {
      JsonNode none = JsonNodeFactory.instance.objectNode();
      return new ConfigMapping(none, at(property), ".", new ArrayList<>());
    }
    return of(value, at(property), ".", faults);
  }

  /** A list of mappings that must be there; empty if it isn't. */
  List<ConfigMapping> objects(String property) {
    JsonNode value = required(property, "a list");
    List<ConfigMapping> objects = new ArrayList<>();
    if (value != null && isList(value, property)) {
      for (int i = 0; i < value.size(); i++) {
        objects.add(of(value.get(i), at(property + "[" + i + "]"), ".", faults));
      }
    }
    return objects;
  }

  /** Makes a fault of every property that nobody has asked for. */
  void refuseOthers() {
    for (String name : names()) {
      if (!asked.contains(name)) {
        fault(name, "is not known here; known are " + String.join(", ", asked));
      }
    }
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    for (Iterator<String> all = node.fieldNames(); all.hasNext(); ) {
      names.add(all.next());
    }
    return names;
  }

  private @Nullable JsonNode required(String property, String what) {
    if (!has(property)) {
      fault(property, "is missing; it must be " + what);
      return null;
    }
    return node.get(property);
  }

  private boolean isList(JsonNode value, String property) {
    if (!value.isArray()) {
      fault(property, "is " + shown(value) + "; it must be a list");
    }
    return value.isArray();
  }

  private String scalar(JsonNode value, String property) {
    if (!value.isTextual()) {
      fault(property, "is " + shown(value) + "; it must be a text, in quotes if need be");
      return "";
    }
    return value.asText();
  }

  private void fault(String property, String message) {
    faults.add(new Fault(at(property), message));
  }

  private String at(String property) {
    return place + separator + property;
  }

  private static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
