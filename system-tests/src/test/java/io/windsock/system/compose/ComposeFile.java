package io.windsock.system.compose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.windsock.system.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A compose file with its anchors merged and its variables replaced. Of variables it knows {@code
 * ${NAME}}, {@code ${NAME:-default}} and the escaped {@code $$}. Immutable, as long as nobody
 * changes its nodes.
 */
public final class ComposeFile {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:(\\$)|\\{(\\w+)(?::-([^}]*))?}|(.))");

  private final Path folder;
  private final JsonNode content;

  private ComposeFile(Path folder, JsonNode content) {
    this.folder = folder;
    this.content = content;
  }

  /**
   * Reads a file.
   *
   * @param file its path in the repository
   * @param variables what the environment gives
   * @throws NoSuchElementException if a variable has neither a value nor a default
   */
  public static ComposeFile read(String file, Map<String, String> variables) {
    Path path = Repository.path(file);
    LoaderOptions strict = new LoaderOptions();
    strict.setAllowDuplicateKeys(false);
    try {
      Object read = new Yaml(new SafeConstructor(strict)).load(Files.readString(path));
      JsonNode content = replaced(JSON.valueToTree(read), variables);
      return new ComposeFile(path.resolveSibling("").normalize(), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode replaced(JsonNode node, Map<String, String> variables) {
    if (node.isObject()) {
      ObjectNode object = JSON.createObjectNode();
      node.properties().forEach(at -> object.set(at.getKey(), replaced(at.getValue(), variables)));
      return object;
    }
    if (node.isArray()) {
      ArrayNode array = JSON.createArrayNode();
      node.forEach(at -> array.add(replaced(at, variables)));
      return array;
    }
    return node.isTextual() ? TextNode.valueOf(replaced(node.textValue(), variables)) : node;
  }

  private static String replaced(String text, Map<String, String> variables) {
    return VARIABLE
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(value(match, variables)));
  }

  private static String value(MatchResult match, Map<String, String> variables) {
    if (match.group(1) != null) {
      return "$";
    }
    String name = match.group(2);
    String value = name == null ? null : variables.getOrDefault(name, match.group(3));
    if (value == null) {
      throw new NoSuchElementException("'" + match.group() + "' has neither a value nor a default");
    }
    return value;
  }

  /** The folder that relative paths start from. */
  public Path folder() {
    return folder;
  }

  /** Names of the volumes that it declares. */
  public List<String> volumes() {
    return content.path("volumes").propertyStream().map(Map.Entry::getKey).toList();
  }

  /** All services by name, in the file's order. */
  public Map<String, ComposeService> services() {
    Map<String, ComposeService> services = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> at : content.path("services").properties()) {
      services.put(at.getKey(), new ComposeService(at.getKey(), at.getValue()));
    }
    return services;
  }

  /** The service of that name. */
  public ComposeService service(String name) {
    ComposeService service = services().get(name);
    if (service == null) {
      throw new NoSuchElementException("no service '" + name + "' in " + services().keySet());
    }
    return service;
  }
}
