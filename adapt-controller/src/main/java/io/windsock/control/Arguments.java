package io.windsock.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one call, taken from a JSON object. What is missing, of another kind or not
 * known is collected; {@link #check} names all of it.
 */
final class Arguments {
  private static final int SHOWN_CHARS = 100;

  private final JsonNode object;
  private final String place;
  private final List<Fault> faults;
  private final Set<String> asked = new HashSet<>();

  private Arguments(JsonNode object, String place, List<Fault> faults) {
    this.object = object;
    this.place = place;
    this.faults = faults;
  }

  /** Of a call of this name. */
  static Arguments of(String call, JsonNode object) {
    Arguments arguments = new Arguments(object, call, new ArrayList<>());
    if (!object.isObject()) {
      arguments.faults.add(new Fault(call, "takes a JSON object"));
    }
    return arguments;
  }

  boolean has(String name) {
    asked.add(name);
    return object.hasNonNull(name);
  }

  private @Nullable JsonNode required(String name, String kind) {
    if (has(name)) {
      return object.get(name);
    }
    fault(name, "is missing; it must be " + kind);
    return null;
  }

  private void fault(String name, String message) {
    faults.add(new Fault(place + "." + name, message));
  }

  String text(String name) {
    JsonNode value = required(name, "a text");
    if (value != null && !value.isTextual() && !value.isIntegralNumber()) {
      fault(name, "is " + shown(value) + "; it must be a text");
    }
    return value == null ? "" : value.asText();
  }

  String text(String name, String absent) {
    return has(name) ? text(name) : absent;
  }

  @Nullable String optionalText(String name) {
    return has(name) ? text(name) : null;
  }

  int number(String name) {
    JsonNode value = required(name, "a whole number");
    if (value == null) {
      return 1;
    }
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      fault(name, "is " + shown(value) + "; it must be a whole number");
      return 1;
    }
    return value.intValue();
  }

  double decimal(String name) {
    JsonNode value = required(name, "a number");
    if (value == null) {
      return 0;
    }
    if (!value.isNumber()) {
      fault(name, "is " + shown(value) + "; it must be a number");
    }
    return value.asDouble();
  }

  @Nullable Long milliseconds(String name) {
    if (!has(name)) {
      return null;
    }
    JsonNode value = object.get(name);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      fault(name, "is " + shown(value) + "; it must be a whole number of milliseconds");
      return null;
    }
    return value.longValue();
  }

  @Nullable Duration duration(String name) {
    Long ms = milliseconds(name);
    return ms == null ? null : Duration.ofMillis(ms);
  }

  Duration duration(String name, Duration absent) {
    Duration given = duration(name);
    return given == null ? absent : given;
  }

  boolean flag(String name, boolean absent) {
    if (!has(name)) {
      return absent;
    }
    JsonNode value = object.get(name);
    if (!value.isBoolean()) {
      fault(name, "is " + shown(value) + "; it must be true or false");
    }
    return value.asBoolean();
  }

  Arguments object(String name) {
    JsonNode value = required(name, "an object");
    if (value != null && !value.isObject()) {
      fault(name, "is " + shown(value) + "; it must be an object");
    }
    return new Arguments(value == null ? object : value, place + "." + name, faults);
  }

  List<Arguments> objects(String name) {
    JsonNode value = required(name, "a list of objects");
    List<Arguments> all = new ArrayList<>();
    if (value == null || !value.isArray()) {
      if (value != null) {
        fault(name, "is " + shown(value) + "; it must be a list of objects");
      }
      return all;
    }
    for (int i = 0; i < value.size(); i++) {
      all.add(new Arguments(value.get(i), place + "." + name + "[" + i + "]", faults));
    }
    return all;
  }

  Map<String, String> texts(String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (has(name)) {
      Arguments inner = object(name);
      inner.object.fieldNames().forEachRemaining(key -> texts.put(key, inner.text(key)));
    }
    return texts;
  }

  /** A value as an error shows it: as JSON, cut to a length. */
  private static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
  }

  /** Notes what was not asked for. */
  Arguments refuseOthers() {
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!asked.contains(name)) {
                fault(name, "is not known here; known are " + asked);
              }
            });
    return this;
  }

  /**
   * Refuses what was collected.
   *
   * @throws ConfigurationException with every fault
   */
  void check() {
    refuseOthers();
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }
}
