package io.windsock.contracts.call;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.config.ConfigurationException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The forms of each call: the record types, and the arguments that each takes. */
final class CallForms {
  private static final int MAX_SHOWN_CHARS = 100;

  /** The record types for each call name. Some calls accept alternative sets of arguments. */
  private static final Map<String, List<Class<?>>> FORMS = new LinkedHashMap<>();

  static {
    for (Class<?> form : MirroringCall.class.getPermittedSubclasses()) {
      FORMS.computeIfAbsent(name(form), name -> new ArrayList<>()).add(form);
    }
  }

  private CallForms() {}

  /** Returns the name of a form's call. */
  static String name(Class<?> form) {
    return Objects.requireNonNull(form.getAnnotation(JsonTypeName.class), form.getName()).value();
  }

  /** Returns the name of every call. */
  static List<String> names() {
    return List.copyOf(FORMS.keySet());
  }

  /**
   * Returns the form that the given arguments fit by their names.
   *
   * @throws ConfigurationException if there is no such call, or if it has several forms and none
   *     fits
   */
  static Class<?> fitting(String name, JsonNode arguments) {
    List<Class<?>> forms = FORMS.get(name);
    if (forms == null) {
      throw ConfigurationException.of(name, "is not a call; the calls are " + names());
    }
    if (forms.size() == 1 || !arguments.isObject()) {
      return forms.get(0);
    }
    for (Class<?> form : forms) {
      if (fits(form, arguments)) {
        return form;
      }
    }
    String taken = forms.stream().map(CallForms::described).collect(Collectors.joining(" or "));
    throw ConfigurationException.of(
        name, "is given " + shown(given(arguments)) + "; it takes " + taken);
  }

  /** Whether every argument is one of the form's, and none that it requires is missing. */
  private static boolean fits(Class<?> form, JsonNode arguments) {
    Set<String> known = new HashSet<>();
    for (RecordComponent argument : form.getRecordComponents()) {
      known.add(argument.getName());
      if (isRequired(argument) && !arguments.hasNonNull(argument.getName())) {
        return false;
      }
    }
    return arguments.properties().stream().allMatch(given -> known.contains(given.getKey()));
  }

  /** Whether a call is refused without the argument. */
  static boolean isRequired(RecordComponent argument) {
    return defaultOf(argument) == null
        && !argument.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  /** Returns the argument's default as JSON; null if it has none. */
  static @Nullable String defaultOf(RecordComponent argument) {
    JsonProperty property = argument.getAccessor().getAnnotation(JsonProperty.class);
    return property == null || property.defaultValue().isEmpty() ? null : property.defaultValue();
  }

  /** Returns the arguments of a form, as {@code {coalesce (default: true), number}}. */
  private static String described(Class<?> form) {
    return Arrays.stream(form.getRecordComponents())
        .map(
            argument -> {
              String value = defaultOf(argument);
              return argument.getName() + (value == null ? "" : " (default: " + value + ")");
            })
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String given(JsonNode arguments) {
    return arguments.properties().stream()
        .map(given -> given.getKey() + (given.getValue().isNull() ? " (null)" : ""))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** Returns the start of a text that may be long. */
  static String shown(String text) {
    return text.length() <= MAX_SHOWN_CHARS ? text : text.substring(0, MAX_SHOWN_CHARS) + "…";
  }
}
