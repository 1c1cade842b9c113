package io.windsock.ede;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.windsock.contracts.config.Fault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One node of a YAML file, with its place. Reading never throws: what does not fit is added to the
 * faults of the file, and the reader goes on with an empty value, so that all faults are found.
 */
final class ConfigNode {
  private static final ObjectMapper YAML =
      new ObjectMapper(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final JsonNode node;
  private final String file;
  private final String path;
  private final List<Fault> faults;

  private ConfigNode(JsonNode node, String file, String path, List<Fault> faults) {
    this.node = node;
    this.file = file;
    this.path = path;
    this.faults = faults;
  }

  /**
   * The root of {@code yaml}; absent, and a fault, if it is no YAML or says nothing.
   *
   * @param yaml null: the file could not be read, and its fault is among the others already
   */
  static ConfigNode parse(@Nullable String yaml, String file, List<Fault> faults) {
    JsonNode root = MissingNode.getInstance();
    try {
      root = yaml == null ? root : YAML.readTree(yaml);
      if (yaml != null && !root.isObject()) {
        faults.add(new Fault(file, "is not a mapping of names to values"));
        root = MissingNode.getInstance();
      }
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      String line = at == null ? "" : ", line " + at.getLineNr();
      faults.add(new Fault(file + line, e.getOriginalMessage()));
    }
    return new ConfigNode(root, file, "", faults);
  }

  /** Names a fault at this node. */
  void fault(String message) {
    faults.add(new Fault(path.isEmpty() ? file : file + ": " + path, message));
  }

  /** Whether the file says anything here. */
  boolean present() {
    return !node.isMissingNode() && !node.isNull();
  }

  /** The child of this name, absent if there is none. */
  ConfigNode get(String key) {
    return new ConfigNode(node.path(key), file, path.isEmpty() ? key : path + "." + key, faults);
  }

  /** Names each key that is none of {@code known}. */
  ConfigNode only(String... known) {
    Set<String> names = Set.of(known);
    entries()
        .forEach(
            (key, child) -> {
              if (!names.contains(key)) {
                child.fault("is not known here; it may be one of " + List.of(known));
              }
            });
    return this;
  }

  /** The children by key, in the order of the file. */
  Map<String, ConfigNode> entries() {
    Map<String, ConfigNode> children = new LinkedHashMap<>();
    if (present() && expect(node.isObject(), "a mapping of names to values")) {
      node.fieldNames().forEachRemaining(name -> children.put(name, get(name)));
    }
    return children;
  }

  /** The elements of a list. */
  List<ConfigNode> items() {
    List<ConfigNode> children = new ArrayList<>();
    if (present() && expect(node.isArray(), "a list")) {
      for (int i = 0; i < node.size(); i++) {
        children.add(new ConfigNode(node.get(i), file, path + "[" + i + "]", faults));
      }
    }
    return children;
  }

  /** The elements of a list, or this node alone where the file gives one value. */
  List<ConfigNode> oneOrMore() {
    return node.isArray() ? items() : present() ? List.of(this) : List.of();
  }

  /** A text; null, and a fault, if it is none. */
  @Nullable String text() {
    boolean holds = node.isTextual() && !node.textValue().isBlank();
    return expect(holds, "a text") ? node.textValue() : null;
  }

  /** A text that must be given. */
  @Nullable String required() {
    if (!present()) {
      fault("is missing");
      return null;
    }
    return text();
  }

  /** A text that may be absent. */
  @Nullable String optional() {
    return present() ? text() : null;
  }

  /** True or false; false where absent. */
  boolean flag() {
    return present() && expect(node.isBoolean(), "true or false") && node.booleanValue();
  }

  /** The value as the file gives it: a text, a number, a truth value. */
  JsonNode value() {
    return node;
  }

  private boolean expect(boolean holds, String what) {
    if (!holds) {
      fault("is " + node + "; it must be " + what);
    }
    return holds;
  }

  /** The content, without comments and layout. */
  @Override
  public String toString() {
    return node.toString();
  }
}
