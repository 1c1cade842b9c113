package io.windsock.rules.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.rules.Coalesce;
import io.windsock.rules.ComplexSequence;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.FunctionRule;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import io.windsock.rules.Overwrite.Mode;
import io.windsock.rules.Rule;
import io.windsock.rules.history.KeyHistory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code rules.yaml} into a {@link RuleSet}; docs/rules.md is its reference. */
final class RulesFile {
  /** The largest rules file, bytes. */
  static final int MAX_BYTES = 1 << 20;

  private static final List<String> KINDS =
      List.of("overwrite", "complex-sequence", "complex-tuple", "coalesce", "function");
  private static final Pattern RULE = Pattern.compile("rules\\[(\\d{1,6})]");
  private static final YAMLFactory YAML_FACTORY =
      YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final ObjectMapper YAML = new ObjectMapper(YAML_FACTORY);

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
      throw ConfigurationException.of(
          name, "there is no such file; looked for " + file.toAbsolutePath());
    } catch (CharacterCodingException e) {
      throw ConfigurationException.of(name, "is not UTF-8 text");
    } catch (IOException e) {
      throw ConfigurationException.of(name, "can't be read: " + e);
    }
  }

  static RuleSet standard(Catalogue catalogue) {
    String yaml = Catalogue.BUILT_IN.text(catalogue.domain() + "/rules.yaml");
    return yaml == null
        ? RuleSet.mirrorEverything(catalogue)
        : parse(yaml, "rules.yaml", catalogue);
  }

  static RuleSet parse(String yaml, String fileName, Catalogue catalogue) {
    RulesFile file = new RulesFile(fileName);
    List<Rule> rules = file.read(yaml);
    List<Fault> all = new ArrayList<>(file.faults);
    try {
      RuleSet set = new RuleCompiler(catalogue, fileName + ": rules", "").compile(rules);
      if (all.isEmpty()) {
        return set;
      }
    } catch (ConfigurationException e) {
      e.faults().stream().filter(fault -> !file.told(fault)).forEach(all::add);
    }
    all.sort(Comparator.comparingInt(RulesFile::ruleOf));
    throw new ConfigurationException(all);
  }

  /** Whether reading has found a fault in that place: what stands in there is wrong once more. */
  private boolean told(Fault fault) {
    for (Fault other : faults) {
      // A rule of no known kind is not looked into.
      String place = other.place().replaceFirst("\\.rule$", "");
      String rest = fault.place().startsWith(place) ? fault.place().substring(place.length()) : "x";
      if (rest.isEmpty() || rest.startsWith(".") || rest.startsWith("[")) {
        return true;
      }
    }
    return false;
  }

  /** The number of the rule that the fault is in; what is in none comes last. */
  private static int ruleOf(Fault fault) {
    Matcher rule = RULE.matcher(fault.place());
    return rule.find() ? Integer.parseInt(rule.group(1)) : KeyHistory.MAX_RULES;
  }

  private List<Rule> read(String yaml) {
    JsonNode root = tree(yaml);
    if (root.isMissingNode() || root.isNull()) {
      throw ConfigurationException.of(
          fileName, "is empty; to mirror every event, write 'rules: []'");
    }
    ConfigMapping top = ConfigMapping.of(root, fileName, ": ", faults);
    List<Rule> rules = new ArrayList<>();
    for (ConfigMapping entry : top.objects("rules")) {
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
      refuseAliases(yaml);
      return root == null ? MissingNode.getInstance() : root;
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      String place = at == null ? fileName : fileName + ", line " + at.getLineNr();
      throw ConfigurationException.of(place, "is not YAML: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In a tree an alias would stand as a text, its own name. */
  private void refuseAliases(String yaml) throws IOException {
    try (YAMLParser parser = YAML_FACTORY.createParser(yaml)) {
      while (parser.nextToken() != null) {
        if (parser.isCurrentAlias()) {
          faults.add(
              new Fault(
                  fileName + ", line " + parser.currentLocation().getLineNr(),
                  "*" + parser.getText() + " is an alias; write the value out"));
        }
      }
    }
  }

  private Rule rule(ConfigMapping entry) {
    String name = entry.text("name");
    String kind = entry.oneOf("rule", KINDS);
    Rule rule =
        switch (kind) {
          case "overwrite" -> overwrite(name, entry);
          case "complex-sequence" -> sequence(name, entry);
          case "complex-tuple" -> tuple(name, entry);
          case "coalesce" -> coalesce(name, entry);
          case "function" -> new FunctionRule(name, entry.text("function"));
          default -> null;
        };
    if (rule == null) {
      return Overwrite.first(name, "", 1);
    }
    entry.refuseOthers();
    return rule;
  }

  private static Rule overwrite(String name, ConfigMapping entry) {
    Mode mode =
        entry.oneOf("mode", List.of("first", "latest")).equals("latest") ? Mode.LATEST : Mode.FIRST;
    return new Overwrite(
        name, entry.text("type"), mode, entry.integer("length"), entry.optionalDuration("maxHold"));
  }

  private static Rule coalesce(String name, ConfigMapping entry) {
    return new Coalesce(
        name,
        entry.texts("types"),
        entry.integer("max"),
        entry.duration("maxHold", Coalesce.DEFAULT_MAX_HOLD));
  }

  private static Rule sequence(String name, ConfigMapping entry) {
    ConfigMapping until = entry.object("until");
    Match reset = until.has("type") ? match(until) : null;
    Duration time = until.optionalDuration("time");
    // A condition without a type is refused as a property that has no place there.
    until.refuseOthers();
    ConfigMapping after = entry.object("after");
    Match start = match(after);
    after.refuseOthers();
    return new ComplexSequence(
        name, start, entry.text("discard"), new ComplexSequence.Until(reset, time));
  }

  private static Rule tuple(String name, ConfigMapping entry) {
    List<ComplexTuple.Part> parts = new ArrayList<>();
    for (ConfigMapping part : entry.objects("parts")) {
      parts.add(new ComplexTuple.Part(part.text("name"), match(part)));
      part.refuseOthers();
    }
    return new ComplexTuple(
        name,
        parts,
        entry.text("derive"),
        entry.textsByName("fields"),
        entry.requiredDuration("ttl"),
        entry.flag("absorb"));
  }

  private static Match match(ConfigMapping entry) {
    return new Match(entry.text("type"), entry.optionalText("when"));
  }
}
