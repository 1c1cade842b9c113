package io.windsock.feeds.map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.windsock.contracts.config.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A place in a YAML file that is being checked. What is wrong is noted with the place, and reading
 * goes on with a value that does no harm, so that all faults are found at once.
 */
final class YamlNode {
  private final JsonNode node;
  private final String file;
  private final String path;
  private final List<Fault> faults;

  private YamlNode(JsonNode node, String file, String path, List<Fault> faults) {
    this.node = node;
    this.file = file;
    this.path = path;
    this.faults = faults;
  }

  /** The root of {@code file}; faults are added to {@code faults}. */
  static YamlNode root(JsonNode node, String file, List<Fault> faults) {
    return new YamlNode(node, file, "", faults);
  }

  void fault(String message) {
    faults.add(new Fault(path.isEmpty() ? file : file + ": " + path, message));
  }

  boolean exists() {
    return !node.isMissingNode();
  }

  boolean isNull() {
    return node.isNull();
  }

  boolean isObject() {
    return node.isObject();
  }

  /** A single text, number or truth value. */
  boolean isScalar() {
    return node.isValueNode() && !node.isNull();
  }

  /** The member; one that does not exist if there is none. */
  YamlNode get(String name) {
    JsonNode member = node.isObject() ? node.path(name) : MissingNode.getInstance();
    return new YamlNode(member, file, path.isEmpty() ? name : path + "." + name, faults);
  }

  boolean has(String name) {
    return node.isObject() && node.has(name);
  }

  /** The members' names, in the order of the file. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** The elements of a list; a single value counts as a list of one; none if it does not exist. */
  List<YamlNode> elements() {
    if (!exists()) {
      return List.of();
    }
    if (!node.isArray()) {
      return List.of(this);
    }
    List<YamlNode> elements = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      elements.add(new YamlNode(node.get(i), file, path + "[" + i + "]", faults));
    }
    return elements;
  }

  /** Notes every member that is none of {@code known}; false if this is no object at all. */
  boolean members(String... known) {
    if (!node.isObject()) {
      fault("should be a map with " + new TreeSet<>(Set.of(known)));
      return false;
    }
    Set<String> allowed = Set.of(known);
    for (String name : names()) {
      if (!allowed.contains(name)) {
        get(name).fault("is not known here; there may be " + new TreeSet<>(allowed));
      }
    }
    return true;
  }

  /** The text of a value that has to be there and not empty; empty if it is not. */
  String text() {
    if (!exists()) {
      fault("is missing");
      return "";
    }
    if (!isScalar() || node.asText().isEmpty()) {
      fault("should be a text");
      return "";
    }
    return node.asText();
  }

  /** The texts of a list. */
  List<String> texts() {
    return elements().stream().map(YamlNode::text).filter(t -> !t.isEmpty()).toList();
  }

  /** The number; NaN if it is missing, or if it is none, which is noted. */
  double number() {
    if (!exists()) {
      return Double.NaN;
    }
    if (!node.isNumber()) {
      fault("is '" + node.asText() + "'; it should be a number");
      return Double.NaN;
    }
    return node.doubleValue();
  }

  /** One of {@code allowed}, the first if it is missing or wrong. */
  String oneOf(String... allowed) {
    if (!exists()) {
      return allowed[0];
    }
    String text = node.asText();
    for (String value : allowed) {
      if (value.equals(text)) {
        return value;
      }
    }
    fault("is '" + text + "'; it should be one of " + List.of(allowed));
    return allowed[0];
  }
}
