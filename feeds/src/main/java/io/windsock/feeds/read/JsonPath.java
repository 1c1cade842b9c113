package io.windsock.feeds.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The path of a value in JSON: {@code routes[0].code}. A path with a leading {@code /} starts at
 * the document's root instead of the element. Immutable.
 */
record JsonPath(String text, boolean fromRoot, List<JsonPath.Step> steps) {
  /** One step down: into the member {@code name} of an object, or element {@code index}. */
  record Step(@Nullable String name, int index) {
    JsonNode in(JsonNode node) {
      return name == null ? node.path(index) : node.path(name);
    }
  }

  /**
   * Parses the text form.
   *
   * @throws IllegalArgumentException with the reason, if the path is invalid
   */
  static JsonPath parse(String text) {
    boolean fromRoot = text.startsWith("/");
    List<Step> steps = new ArrayList<>();
    String rest = fromRoot ? text.substring(1) : text;
    for (String part : rest.split("\\.", -1)) {
      int bracket = part.indexOf('[');
      String name = bracket < 0 ? part : part.substring(0, bracket);
      if (!name.isEmpty()) {
        steps.add(new Step(name, -1));
      }
      if (name.isEmpty() && (bracket < 0 || !steps.isEmpty())) {
        throw new IllegalArgumentException("'" + text + "' has an empty step");
      }
      if (bracket >= 0) {
        addIndexes(steps, part.substring(bracket), text);
      }
    }
    return new JsonPath(text, fromRoot, List.copyOf(steps));
  }

  private static void addIndexes(List<Step> steps, String brackets, String text) {
    if (!brackets.matches("(\\[\\d{1,6}])+")) {
      throw new IllegalArgumentException(
          "'" + text + "' has '" + brackets + "' where an index like [0] should be");
    }
    for (String index : brackets.substring(1, brackets.length() - 1).split("]\\[", -1)) {
      steps.add(new Step(null, Integer.parseInt(index)));
    }
  }

  /** Returns the first step's name; empty for an index. */
  String first() {
    String name = steps.get(0).name();
    return name == null ? "" : name;
  }

  /** Returns the value at this path in {@code node}; a missing node if there is none. */
  JsonNode in(JsonNode node) {
    JsonNode at = node;
    for (Step step : steps) {
      at = step.in(at);
    }
    return at;
  }

  /** Returns the value at this path, given the root's members by name. */
  JsonNode inRoot(Map<String, JsonNode> members) {
    JsonNode at = members.getOrDefault(first(), MissingNode.getInstance());
    for (Step step : steps.subList(1, steps.size())) {
      at = step.in(at);
    }
    return at;
  }

  @Override
  public String toString() {
    return text;
  }
}
