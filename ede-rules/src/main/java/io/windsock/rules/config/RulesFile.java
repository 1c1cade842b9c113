package io.windsock.rules.config;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.config.ConfigText;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.rules.Coalesce;
import io.windsock.rules.ComplexSequence;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.Durations;
import io.windsock.rules.FunctionRule;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import io.windsock.rules.Overwrite.Mode;
import io.windsock.rules.Rule;
import io.windsock.rules.history.KeyHistory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code rules.yaml} into a {@link RuleSet}; docs/rules.md is its reference. */
final class RulesFile {
  private static final String[] KINDS = {
    "overwrite", "complex-sequence", "complex-tuple", "coalesce", "function"
  };
  private static final Pattern RULE = Pattern.compile("rules\\[(\\d{1,6})]");
  private static final Duration STAND_IN = Duration.ofSeconds(1);

  private final List<Fault> faults = new ArrayList<>();
  private final String fileName;

  private RulesFile(String fileName) {
    this.fileName = fileName;
  }

  static RuleSet load(Path file, Catalogue catalogue) {
    return parse(ConfigText.read(file), String.valueOf(file.getFileName()), catalogue);
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
      e.faults().stream().filter(fault -> !file.reported(fault)).forEach(all::add);
    }
    all.sort(Comparator.comparingInt(RulesFile::ruleOf));
    throw new ConfigurationException(all);
  }

  /** Whether a fault at or within this place has already been reported while reading the file. */
  private boolean reported(Fault fault) {
    for (Fault other : faults) {
      // The properties of a rule of unknown kind are not checked.
      String place = other.place().replaceFirst("\\.rule$", "");
      String rest = fault.place().startsWith(place) ? fault.place().substring(place.length()) : "x";
      if (rest.isEmpty() || rest.startsWith(".") || rest.startsWith("[")) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number of the rule that contains the fault; faults outside any rule sort last. */
  private static int ruleOf(Fault fault) {
    Matcher rule = RULE.matcher(fault.place());
    return rule.find() ? Integer.parseInt(rule.group(1)) : KeyHistory.MAX_RULES;
  }

  private List<Rule> read(String yaml) {
    String remedy = "to mirror every event, write 'rules: []'";
    ConfigNode root = ConfigNode.parse(yaml, fileName, remedy, faults);
    if (!root.present()) {
      throw new ConfigurationException(faults);
    }
    root.only("rules");
    return root.get("rules").requiredItems().stream().map(RulesFile::rule).toList();
  }

  private static Rule rule(ConfigNode entry) {
    if (!entry.mapping()) {
      return Overwrite.first("", "", 1);
    }
    String name = entry.get("name").text();
    return switch (entry.get("rule").oneOf(KINDS)) {
      case "overwrite" -> overwrite(name, entry);
      case "complex-sequence" -> sequence(name, entry);
      case "complex-tuple" -> tuple(name, entry);
      case "coalesce" -> coalesce(name, entry);
      case "function" -> function(name, entry);
      default -> Overwrite.first(name, "", 1);
    };
  }

  private static Rule overwrite(String name, ConfigNode entry) {
    entry.only("name", "rule", "mode", "type", "length", "maxHold");
    boolean latest = entry.get("mode").oneOf("first", "latest").equals("latest");
    return new Overwrite(
        name,
        entry.get("type").text(),
        latest ? Mode.LATEST : Mode.FIRST,
        integer(entry.get("length")),
        optionalDuration(entry.get("maxHold")));
  }

  private static Rule coalesce(String name, ConfigNode entry) {
    entry.only("name", "rule", "types", "max", "maxHold");
    List<String> types = entry.get("types").requiredItems().stream().map(ConfigNode::text).toList();
    Duration maxHold = optionalDuration(entry.get("maxHold"));
    return new Coalesce(
        name,
        types,
        integer(entry.get("max")),
        maxHold == null ? Coalesce.DEFAULT_MAX_HOLD : maxHold);
  }

  private static Rule function(String name, ConfigNode entry) {
    entry.only("name", "rule", "function");
    return new FunctionRule(name, entry.get("function").text());
  }

  private static Rule sequence(String name, ConfigNode entry) {
    entry.only("name", "rule", "after", "discard", "until");
    ConfigNode after = entry.get("after");
    Match start = after.mappingOf("type", "when") ? match(after) : new Match("", null);
    return new ComplexSequence(name, start, entry.get("discard").text(), until(entry.get("until")));
  }

  private static ComplexSequence.Until until(ConfigNode until) {
    boolean event = until.get("type").present();
    // A condition without a type is refused as an unexpected property.
    String[] known = event ? new String[] {"type", "when", "time"} : new String[] {"type", "time"};
    if (!until.mappingOf(known)) {
      return new ComplexSequence.Until(null, STAND_IN);
    }
    return new ComplexSequence.Until(
        event ? match(until) : null, optionalDuration(until.get("time")));
  }

  private static Rule tuple(String name, ConfigNode entry) {
    entry.only("name", "rule", "parts", "derive", "fields", "ttl", "absorb");
    List<ComplexTuple.Part> parts = new ArrayList<>();
    for (ConfigNode part : entry.get("parts").requiredItems()) {
      if (part.mappingOf("name", "type", "when")) {
        parts.add(new ComplexTuple.Part(part.get("name").text(), match(part)));
      }
    }
    Map<String, String> fields = new LinkedHashMap<>();
    entry.get("fields").entries().forEach((field, at) -> fields.put(field, at.text()));
    return new ComplexTuple(
        name,
        parts,
        entry.get("derive").text(),
        Collections.unmodifiableMap(fields),
        duration(entry.get("ttl")),
        entry.get("absorb").flag());
  }

  private static Match match(ConfigNode at) {
    return new Match(at.get("type").text(), at.get("when").optionalText());
  }

  private static int integer(ConfigNode at) {
    return Objects.requireNonNullElse(at.integer(), 1);
  }

  private static @Nullable Duration optionalDuration(ConfigNode at) {
    return at.present() ? duration(at) : null;
  }

  private static Duration duration(ConfigNode at) {
    Duration duration = at.value().isTextual() ? Durations.parse(at.value().textValue()) : null;
    at.expect(duration != null, "a duration such as 500ms, 2s, 30m or 12h");
    return duration == null ? STAND_IN : duration;
  }
}
