package io.windsock.rules;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.rules.Overwrite.Mode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code rules.yaml} into a {@link RuleSet}; docs/rules.md is its reference. */
final class RulesFile {
  /** The largest rules file, bytes. */
  static final int MAX_BYTES = 1 << 20;

  private static final String STANDARD = "/io/windsock/airline/rules.yaml";
  private static final List<String> KINDS =
      List.of("overwrite", "complex-sequence", "complex-tuple", "coalesce");
  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION));

  private final List<Fault> faults = new ArrayList<>();
  private final String fileName;

  private RulesFile(String fileName) {
    this.fileName = fileName;
  }

  static RuleSet load(Path file, Catalogue catalogue) {
    String name = String.valueOf(file.getFileName());
    try {
      long size = Files.size(file);
      if (size > MAX_BYTES) {
        throw ConfigurationException.of(name, "has " + size + " bytes; at most " + MAX_BYTES);
      }
      return parse(Files.readString(file), name, catalogue);
    } catch (NoSuchFileException e) {
      throw ConfigurationException.of(name, "there is no such file: " + file);
    } catch (CharacterCodingException e) {
      throw ConfigurationException.of(name, "is not UTF-8 text");
    } catch (IOException e) {
      throw ConfigurationException.of(name, "can't be read: " + e);
    }
  }

  static RuleSet standard(Catalogue catalogue) {
    try (InputStream in = RulesFile.class.getResourceAsStream(STANDARD)) {
      if (in == null) {
        throw new IllegalStateException("not in the jar: " + STANDARD);
      }
      String yaml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return parse(yaml, "rules.yaml", catalogue);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static RuleSet parse(String yaml, String fileName, Catalogue catalogue) {
    RulesFile file = new RulesFile(fileName);
    List<Rule> rules = file.read(yaml);
    try {
      RuleSet set = new RuleCompiler(catalogue, fileName + ": rules").compile(rules);
      if (file.faults.isEmpty()) {
        return set;
      }
    } catch (ConfigurationException e) {
      file.addUnlessKnown(e.faults());
    }
    throw new ConfigurationException(file.faults);
  }

  /** What can't be read stands as a rule that is wrong in its place: one fault is enough there. */
  private void addUnlessKnown(List<Fault> more) {
    for (Fault fault : more) {
      boolean known = false;
      for (Fault other : faults) {
        known |= fault.place().startsWith(other.place());
      }
      if (!known) {
        faults.add(fault);
      }
    }
  }

  private List<Rule> read(String yaml) {
    JsonNode root = tree(yaml);
    if (root.isMissingNode() || root.isNull()) {
      throw ConfigurationException.of(
          fileName, "is empty; to mirror every event, write 'rules: []'");
    }
    Properties top = Properties.of(root, fileName, ": ", faults);
    List<Rule> rules = new ArrayList<>();
    for (Properties entry : top.objects("rules")) {
      rules.add(rule(entry));
    }
    top.refuseOthers();
    return rules;
  }

  private JsonNode tree(String yaml) {
    try (JsonParser parser = YAML.createParser(yaml)) {
      JsonNode root = YAML.readTree(parser);
      if (parser.nextToken() != null) {
        throw ConfigurationException.of(fileName, "holds more than one YAML document; keep one");
      }
      return root == null ? MissingNode.getInstance() : root;
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      String place = at == null ? fileName : fileName + ", line " + at.getLineNr();
      throw ConfigurationException.of(place, "is not YAML: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Rule rule(Properties entry) {
    String name = entry.text("name");
    String kind = entry.oneOf("rule", KINDS);
    Rule rule =
        switch (kind) {
          case "coalesce" -> coalesce(name, entry);
          default -> overwrite(name, entry);
        };
    entry.refuseOthers();
    return rule;
  }

  private static Rule overwrite(String name, Properties entry) {
    Mode mode =
        entry.oneOf("mode", List.of("first", "latest")).equals("latest") ? Mode.LATEST : Mode.FIRST;
    return new Overwrite(
        name, entry.text("type"), mode, entry.integer("length"), entry.duration("maxHold", null));
  }

  private static Rule coalesce(String name, Properties entry) {
    var maxHold = entry.duration("maxHold", Coalesce.DEFAULT_MAX_HOLD);
    return new Coalesce(name, entry.texts("types"), entry.integer("max"), orZero(maxHold));
  }

  private static java.time.Duration orZero(java.time.@Nullable Duration duration) {
    return duration == null ? java.time.Duration.ZERO : duration;
  }
}
