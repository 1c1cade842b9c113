package io.windsock.contracts.call;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts calls to and from JSON objects, in which each argument has the name of its record
 * component. An argument may be omitted if it is {@code Nullable} or has a default. Before Jackson
 * creates a record, every missing, mistyped and unknown argument is collected, so that a refusal
 * names all of them.
 */
public final class CallJson {
  private static final ObjectMapper JSON =
      JsonMapper.builder().defaultPropertyInclusion(JsonInclude.Value.ALL_NON_NULL).build();

  private final List<Fault> faults = new ArrayList<>();

  private CallJson() {}

  /** Returns the name of every call, for example {@code set-overwrite}. */
  public static List<String> names() {
    return CallForms.names();
  }

  /** Returns the name of a call. */
  public static String name(MirroringCall call) {
    return CallForms.name(call.getClass());
  }

  /** Returns a call's arguments by name. */
  public static JsonNode write(MirroringCall call) {
    return JSON.valueToTree(call);
  }

  /**
   * Reads a call.
   *
   * @param name one of {@link #names}
   * @param arguments an object with the arguments by name
   * @throws ConfigurationException if the call is unknown or does not accept the arguments; each
   *     fault names the argument, its value and the remedy
   */
  public static MirroringCall read(String name, JsonNode arguments) {
    CallJson reading = new CallJson();
    Class<?> form = CallForms.fitting(name, arguments);
    ObjectNode complete = reading.object(form, name, arguments);
    if (!reading.faults.isEmpty()) {
      throw new ConfigurationException(reading.faults);
    }
    try {
      return (MirroringCall) JSON.treeToValue(complete, form);
    } catch (JsonProcessingException e) {
      throw refusal(e);
    }
  }

  /** Returns the arguments of a record, with defaults for omitted ones. */
  private ObjectNode object(Class<?> type, String place, JsonNode given) {
    ObjectNode complete = JSON.createObjectNode();
    if (!given.isObject()) {
      faults.add(new Fault(place, "takes a JSON object"));
      return complete;
    }
    List<String> known = new ArrayList<>();
    for (RecordComponent argument : type.getRecordComponents()) {
      String name = argument.getName();
      known.add(name);
      if (given.hasNonNull(name)) {
        complete.set(name, value(argument.getGenericType(), place + "." + name, given.get(name)));
      } else {
        complete.set(name, absent(argument, place + "." + name));
      }
    }
    given
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                fault(place + "." + name, "is not known here; known are " + known);
              }
            });
    return complete;
  }

  private void fault(String place, String message) {
    faults.add(new Fault(place, message));
  }

  private @Nullable JsonNode absent(RecordComponent argument, String place) {
    String value = CallForms.defaultOf(argument);
    if (value != null) {
      try {
        return JSON.readTree(value);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("the default of " + argument + " is not JSON", e);
      }
    }
    if (CallForms.isRequired(argument)) {
      fault(place, "is missing; it must be " + Kind.of(argument.getGenericType()).words);
    }
    return null;
  }

  private @Nullable JsonNode value(Type type, String place, JsonNode given) {
    Kind kind = Kind.of(type);
    if (!kind.admits(given)) {
      fault(place, "is " + CallForms.shown(given.toString()) + "; it must be " + kind.words);
      return null;
    }
    return switch (kind) {
      case TEXT -> text(type, TextNode.valueOf(given.asText()));
      case LIST -> list((Class<?>) argument(type, 0), place, given);
      case OBJECT ->
          type instanceof Class<?> record
              ? object(record, place, given)
              : map(argument(type, 1), place, given);
      default -> given;
    };
  }

  /** Returns the text; adds the faults of an enum that has no constant of this name. */
  private JsonNode text(Type type, TextNode text) {
    try {
      JSON.treeToValue(text, (Class<?>) type);
    } catch (JsonProcessingException e) {
      faults.addAll(refusal(e).faults());
    }
    return text;
  }

  /** Returns what a constructor or an enum has refused. */
  private static ConfigurationException refusal(JsonProcessingException e) {
    if (e.getCause() instanceof ConfigurationException refused) {
      return refused;
    }
    throw new IllegalStateException("a checked argument can't be read", e);
  }

  private static Type argument(Type type, int index) {
    return ((ParameterizedType) type).getActualTypeArguments()[index];
  }

  private JsonNode list(Class<?> type, String place, JsonNode given) {
    var list = JSON.createArrayNode();
    for (int i = 0; i < given.size(); i++) {
      list.add(object(type, place + "[" + i + "]", given.get(i)));
    }
    return list;
  }

  private JsonNode map(Type type, String place, JsonNode given) {
    ObjectNode map = JSON.createObjectNode();
    given
        .properties()
        .forEach(
            entry ->
                map.set(
                    entry.getKey(), value(type, place + "." + entry.getKey(), entry.getValue())));
    return map;
  }

  /** The JSON type that an argument must have. */
  private enum Kind {
    TEXT("a text"),
    WHOLE("a whole number"),
    TIME("a whole number of milliseconds"),
    NUMBER("a number"),
    FLAG("true or false"),
    LIST("a list of objects"),
    OBJECT("an object");

    private static final Map<Type, Kind> OF_TYPE =
        Map.of(
            String.class, TEXT,
            int.class, WHOLE,
            long.class, TIME,
            Long.class, TIME,
            double.class, NUMBER,
            boolean.class, FLAG);

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    static Kind of(Type type) {
      if (type instanceof ParameterizedType generic) {
        return generic.getRawType().equals(List.class) ? LIST : OBJECT;
      }
      Class<?> known = (Class<?>) type;
      return OF_TYPE.getOrDefault(known, known.isEnum() ? TEXT : OBJECT);
    }

    boolean admits(JsonNode value) {
      return switch (this) {
        case TEXT -> value.isTextual() || value.isIntegralNumber();
        case WHOLE -> value.isIntegralNumber() && value.canConvertToInt();
        case TIME -> value.isIntegralNumber() && value.canConvertToLong();
        case NUMBER -> value.isNumber();
        case FLAG -> value.isBoolean();
        case LIST -> value.isArray();
        case OBJECT -> value.isObject();
      };
    }
  }
}
