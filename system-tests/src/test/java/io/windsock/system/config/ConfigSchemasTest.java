package io.windsock.system.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;
import io.windsock.feeds.map.Mapping;
import io.windsock.rules.config.RuleSet;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The published JSON Schemas say of the form of a configuration file what the readers say. Every
 * shipped and example file is damaged in every place: a name is changed, left out, or given a value
 * of another kind.
 */
class ConfigSchemasTest {
  private static final Path ROOT = Path.of("..");
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Path TIDE_GAUGES = ROOT.resolve("domains/tide-gauges");
  private static final Path NUMBER_TRANSLATION = ROOT.resolve("domains/number-translation");
  private static final Path AIRLINE = ROOT.resolve("domains/airline");

  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
              .build());

  /** Faults of form, which a schema can know; others need the catalogue. */
  private static final Pattern FORM =
      Pattern.compile(
          "is not known here|is missing; it must be|it must be an? (text|list|mapping|whole number"
              + "|number|duration)|it must be (true or false|one of)|does not go with the format");

  @TempDir private static Path temp;

  private record File(String kind, Path path) {
    JsonSchema schema() {
      String file = DOCS.resolve("schemas").resolve(kind + ".schema.json").toUri().toString();
      return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(URI.create(file));
    }

    JsonNode content() throws IOException {
      return YAML.readTree(Files.readString(path));
    }

    /** The catalogue of its domain, as it ships. */
    Catalogue catalogue() {
      return Catalogue.load(domain());
    }

    /** What the reader of such files says of {@code content}, by the catalogue of its domain. */
    List<Fault> faults(JsonNode content, Catalogue catalogue) throws IOException {
      Path domain = domain();
      String text = content.toString();
      try {
        if (kind.equals("catalogue")) {
          Catalogue.load(folder(text, domain));
          return List.of();
        }
        switch (kind) {
          case "rules" -> RuleSet.parse(text, "rules.yaml", catalogue);
          case "mapping" -> Mapping.parse(text, "mapping.yaml", catalogue);
          case "ede" ->
              EdeDefinition.parse(text, Files.readString(domain.resolve("views.yaml")), catalogue);
          default ->
              EdeDefinition.parse(Files.readString(domain.resolve("ede.yaml")), text, catalogue);
        }
        return List.of();
      } catch (ConfigurationException e) {
        return e.faults();
      }
    }

    private Path domain() {
      return Stream.of(TIDE_GAUGES, NUMBER_TRANSLATION)
          .filter(path::startsWith)
          .findFirst()
          .orElse(AIRLINE);
    }

    private static Path folder(String catalogue, Path schemas) throws IOException {
      try (Stream<Path> all = Files.list(schemas)) {
        for (Path schema : all.filter(file -> file.toString().endsWith(".avsc")).toList()) {
          Path copy = temp.resolve(schema.getFileName());
          if (!Files.exists(copy)) {
            Files.copy(schema, copy);
          }
        }
      }
      Files.writeString(temp.resolve("catalogue.yaml"), catalogue);
      return temp;
    }

    @Override
    public String toString() {
      return ROOT.relativize(path).toString();
    }
  }

  static List<File> files() throws IOException {
    List<File> files = new ArrayList<>();
    for (String kind : List.of("catalogue", "rules", "ede", "views", "mapping")) {
      files.add(new File(kind, TIDE_GAUGES.resolve(kind + ".yaml")));
      files.add(new File(kind, NUMBER_TRANSLATION.resolve(kind + ".yaml")));
    }
    for (String kind : List.of("catalogue", "rules", "ede", "views")) {
      files.add(new File(kind, AIRLINE.resolve(kind + ".yaml")));
    }
    for (Path rules : list(DOCS.resolve("examples/rules"))) {
      files.add(new File("rules", rules));
    }
    Path mappings =
        ROOT.resolve("domains/airline-feeds/src/main/resources/io/windsock/feeds/mappings");
    for (String mapping : Mapping.shipped()) {
      files.add(new File("mapping", mappings.resolve(mapping + ".yaml")));
    }
    return files;
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void shouldTakeWhatShips(File file) throws IOException {
    assertThat(file.schema().validate(file.content())).isEmpty();
    assertThat(file.faults(file.content(), file.catalogue())).isEmpty();
  }

  /** So that editors complete and check it. */
  @ParameterizedTest
  @MethodSource("files")
  void shouldNameItsSchema(File file) throws IOException {
    String prefix = "# yaml-language-server: $schema=";
    String first = Files.readAllLines(file.path()).get(0);

    assertThat(first).startsWith(prefix);
    Path named = file.path().resolveSibling(first.substring(prefix.length())).normalize();
    assertThat(named).isEqualTo(DOCS.resolve("schemas").resolve(file.kind() + ".schema.json"));
  }

  /** Those that between them have everything that a file may have. */
  static List<File> rich() throws IOException {
    Set<String> names =
        Set.of(
            "ede.yaml", "selective.yaml", "coalesce.yaml", "bts.yaml", "yyz.yaml", "opensky.yaml");
    return files().stream()
        .filter(
            file ->
                file.path().startsWith(TIDE_GAUGES)
                    || names.contains(String.valueOf(file.path().getFileName())))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("rich")
  void shouldRefuseWhatTheReaderRefuses(File file) throws IOException {
    JsonSchema schema = file.schema();
    Catalogue catalogue = file.catalogue(); // once: a file is damaged in thousands of ways
    List<String> differing = new ArrayList<>();
    for (Damage damage : Damage.of(file.content())) {
      List<Fault> faults = file.faults(damage.content(), catalogue);
      boolean form = faults.stream().anyMatch(fault -> FORM.matcher(fault.message()).find());
      var refused = schema.validate(damage.content());
      if (form && refused.isEmpty()) {
        differing.add(damage.what() + ": the reader alone: " + faults);
      }
      // A name without a value counts as left out; an editor points at it all the same.
      if (faults.isEmpty() && !refused.isEmpty() && !damage.what().startsWith("null")) {
        differing.add(damage.what() + ": the schema alone: " + refused);
      }
    }
    if (!differing.isEmpty()) {
      fail(String.join("\n", differing));
    }
  }

  /** A file with one thing changed. */
  private record Damage(String what, JsonNode content) {
    static List<Damage> of(JsonNode root) {
      List<Damage> all = new ArrayList<>();
      visit(root, root, "", all);
      return all;
    }

    private static void visit(JsonNode root, JsonNode node, String at, List<Damage> all) {
      if (node instanceof ObjectNode object) {
        for (String name : List.copyOf(names(object))) {
          JsonNode value = object.get(name);
          visit(root, value, at + "/" + name, all);
          object.remove(name);
          all.add(new Damage("without " + at + "/" + name, root.deepCopy()));
          object.set("x" + name, value);
          all.add(new Damage("with x before " + at + "/" + name, root.deepCopy()));
          object.remove("x" + name);
          for (JsonNode other : OTHERS) {
            object.set(name, other);
            all.add(new Damage(other + " at " + at + "/" + name, root.deepCopy()));
          }
          object.set(name, value);
        }
      } else if (node instanceof ArrayNode array) {
        for (int i = 0; i < array.size(); i++) {
          JsonNode value = array.get(i);
          visit(root, value, at + "/" + i, all);
          for (JsonNode other : OTHERS) {
            array.set(i, other);
            all.add(new Damage(other + " at " + at + "/" + i, root.deepCopy()));
          }
          array.set(i, value);
        }
      }
    }

    private static final List<JsonNode> OTHERS =
        List.of(
            YAML.createObjectNode().put("x", "y"),
            YAML.createArrayNode().add(YAML.createArrayNode().add(1)),
            YAML.getNodeFactory().numberNode(1.5),
            YAML.getNodeFactory().textNode(""),
            YAML.getNodeFactory().nullNode());

    private static List<String> names(ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      return names;
    }
  }
}
