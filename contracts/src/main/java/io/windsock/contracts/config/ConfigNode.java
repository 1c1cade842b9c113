package io.windsock.contracts.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One node of a YAML file and its path. Reading never throws: a value that does not fit becomes a
 * fault of the file, and the reader continues with an empty value, so that it finds all faults. As
 * in YAML 1.2, only {@code true} and {@code false} are booleans; {@code NO} and {@code OFF} are
 * strings.
 */
public final class ConfigNode {
  private static final int MAX_SHOWN_CHARS = 60;

  private static final YAMLFactory FACTORY =
      YAMLFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
          .build();
  private static final ObjectMapper YAML = new ObjectMapper(FACTORY);

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
   * Returns the root of {@code yaml}. If the file is not a mapping, adds a fault and returns an
   * absent node.
   *
   * @param yaml null if the file could not be read and its fault has already been added
   * @param remedy what to write instead of an empty file
   */
  public static ConfigNode parse(
      @Nullable String yaml, String file, String remedy, List<Fault> faults) {
    JsonNode root = MissingNode.getInstance();
    if (yaml == null) {
      return new ConfigNode(root, file, "", faults);
    }
    try {
      JsonNode read = tree(yaml, file, faults);
      if (read.isMissingNode() || read.isNull()) {
        faults.add(new Fault(file, "is empty; " + remedy));
      } else if (new ConfigNode(read, file, "", faults).mapping()) {
        root = read;
      }
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      String line = at == null ? "" : ", line " + at.getLineNr();
      faults.add(new Fault(file + line, "is not YAML: " + e.getOriginalMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ConfigNode(root, file, "", faults);
  }

  private static JsonNode tree(String yaml, String file, List<Fault> faults) throws IOException {
    try (YAMLParser parser = FACTORY.createParser(yaml)) {
      JsonNode root = YAML.readTree(parser);
      if (parser.nextToken() != null) {
        String place = file + ", line " + parser.currentLocation().getLineNr();
        faults.add(new Fault(place, "begins one more YAML document; keep one"));
      }
      refuseAliases(yaml, file, faults);
      return root == null ? MissingNode.getInstance() : root;
    }
  }

  /** Refuses aliases, because the tree would contain an alias's name as its value. */
  private static void refuseAliases(String yaml, String file, List<Fault> faults)
      throws IOException {
    try (YAMLParser parser = FACTORY.createParser(yaml)) {
      while (parser.nextToken() != null) {
        if (parser.isCurrentAlias()) {
          String place = file + ", line " + parser.currentLocation().getLineNr();
          String alias = "*" + parser.getText();
          faults.add(new Fault(place, alias + " is an alias; write the value out"));
        }
      }
    }
  }

  /** Adds a fault at this node. */
  public void fault(String message) {
    faults.add(new Fault(path.isEmpty() ? file : file + ": " + path, message));
  }

  /**
   * Returns this node's path in the file, for example {@code rules[2].length}; empty at the root.
   */
  public String path() {
    return path;
  }

  /** Whether the file has a value here. */
  public boolean present() {
    return !node.isMissingNode() && !node.isNull();
  }

  /** Whether this is a single string, number or boolean. */
  public boolean isScalar() {
    return node.isValueNode() && !node.isNull();
  }

  /** Whether this is a mapping. */
  public boolean isMapping() {
    return node.isObject();
  }

  /** Whether the mapping has this name, even without a value. */
  public boolean has(String name) {
    return node.has(name);
  }

  /** Returns the child with this name, which is absent if the file has none. */
  public ConfigNode get(String name) {
    return new ConfigNode(node.path(name), file, path.isEmpty() ? name : path + "." + name, faults);
  }

  /** Whether this is a mapping; adds a fault if not. */
  public boolean mapping() {
    return expect(node.isObject(), "a mapping of names to values");
  }

  /**
   * Whether this is a mapping. Adds a fault if not, and one for each name that is not in {@code
   * known}.
   */
  public boolean mappingOf(String... known) {
    if (!mapping()) {
      return false;
    }
    only(known);
    return true;
  }

  /** Adds a fault for each child whose name is not in {@code known}. */
  public void only(String... known) {
    Set<String> names = Set.of(known);
    entries()
        .forEach(
            (name, child) -> {
              if (!names.contains(name)) {
                child.fault("is not known here; known are " + String.join(", ", known));
              }
            });
  }

  /** Returns the children by name in the order of the file; empty if this node is absent. */
  public Map<String, ConfigNode> entries() {
    Map<String, ConfigNode> children = new LinkedHashMap<>();
    if (present() && mapping()) {
      node.fieldNames().forEachRemaining(name -> children.put(name, get(name)));
    }
    return children;
  }

  /** Returns the elements of a list; empty if this node is absent. */
  public List<ConfigNode> items() {
    List<ConfigNode> children = new ArrayList<>();
    if (present() && expect(node.isArray(), "a list")) {
      for (int i = 0; i < node.size(); i++) {
        children.add(new ConfigNode(node.get(i), file, path + "[" + i + "]", faults));
      }
    }
    return children;
  }

  /** Returns the elements of a mandatory list. */
  public List<ConfigNode> requiredItems() {
    return expect(present(), "a list") ? items() : List.of();
  }

  /** Returns the elements of a list, or this node alone if the file has a single value. */
  public List<ConfigNode> oneOrMore() {
    return node.isArray() ? items() : present() ? List.of(this) : List.of();
  }

  /** Returns a mandatory string; adds a fault and returns an empty string if there is none. */
  public String text() {
    boolean holds = node.isTextual() && !node.textValue().isBlank();
    return expect(holds, "a text" + (isScalar() ? ", in quotes if need be" : ""))
        ? node.textValue()
        : "";
  }

  /** Returns an optional string. */
  public @Nullable String optionalText() {
    return present() ? text() : null;
  }

  /** Like {@link #text}, but also accepts a number or a boolean. */
  public String scalar() {
    return expect(isScalar() && !node.asText().isEmpty(), "a text") ? node.asText() : "";
  }

  /** Returns the values of {@link #oneOrMore}, each read by {@link #scalar}. */
  public List<String> scalars() {
    return oneOrMore().stream().map(ConfigNode::scalar).filter(t -> !t.isEmpty()).toList();
  }

  /** Returns one of {@code choices}; adds a fault and returns an empty string for anything else. */
  public String oneOf(String... choices) {
    List<String> all = List.of(choices);
    return expect(isScalar() && all.contains(node.asText()), "one of " + all) ? node.asText() : "";
  }

  /** Returns a boolean; false if absent. */
  public boolean flag() {
    return present() && expect(node.isBoolean(), "true or false") && node.booleanValue();
  }

  /** Returns a mandatory integer; adds a fault and returns null if there is none. */
  public @Nullable Integer integer() {
    boolean holds = node.isIntegralNumber() && node.canConvertToInt();
    return expect(holds, "a whole number") ? (Integer) node.intValue() : null;
  }

  /** Returns a number; NaN if absent, or with a fault if the value is not a number. */
  public double number() {
    return present() && expect(node.isNumber(), "a number") ? node.doubleValue() : Double.NaN;
  }

  /** Returns the value as the file has it: a string, a number or a boolean. */
  public JsonNode value() {
    return node;
  }

  /** Returns {@code holds}; adds a fault if it is false. */
  public boolean expect(boolean holds, String what) {
    if (!holds) {
      fault((node.isMissingNode() ? "is missing" : "is " + shown()) + "; it must be " + what);
    }
    return holds;
  }

  private String shown() {
    String text = node.toString();
    return text.length() <= MAX_SHOWN_CHARS ? text : text.substring(0, MAX_SHOWN_CHARS) + "…";
  }

  /** Returns the content without comments and layout. */
  @Override
  public String toString() {
    return node.toString();
  }
}
