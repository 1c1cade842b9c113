package io.windsock.rules.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import io.windsock.rules.Coalesce;
import io.windsock.rules.ComplexSequence;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.Durations;
import io.windsock.rules.FunctionRule;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import io.windsock.rules.Rule;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes rules as the text of a rules file, the inverse of {@link RulesFile}. */
final class RulesText {
  /** What YAML 1.1 takes for a number; a rule may have such a name. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "[-+]?[0-9][0-9a-fA-F_xob.eE+-]*"
              + "|[-+]?\\.[0-9_]+([eE][-+]?[0-9]+)?"
              + "|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .stringQuotingChecker(new NumbersQuoted())
              .build());

  /** Quotes texts that would be read as numbers. */
  private static final class NumbersQuoted extends StringQuotingChecker.Default {
    private static final long serialVersionUID = 1;

    @Override
    public boolean needToQuoteValue(String value) {
      return super.needToQuoteValue(value) || NUMBER.matcher(value).matches();
    }
  }

  private RulesText() {}

  static String of(List<Rule> rules) {
    ObjectNode root = YAML.createObjectNode();
    ArrayNode list = root.putArray("rules");
    for (Rule rule : rules) {
      write(rule, list.addObject().put("name", rule.name()));
    }
    try {
      return YAML.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of texts and numbers", e);
    }
  }

  private static void write(Rule rule, ObjectNode out) {
    if (rule instanceof Overwrite overwrite) {
      out.put("rule", "overwrite").put("type", overwrite.type());
      out.put("mode", overwrite.mode().toString()).put("length", overwrite.length());
      put(out, "maxHold", overwrite.maxHold());
    } else if (rule instanceof ComplexSequence sequence) {
      write(sequence, out.put("rule", "complex-sequence"));
    } else if (rule instanceof ComplexTuple tuple) {
      write(tuple, out.put("rule", "complex-tuple"));
    } else if (rule instanceof Coalesce coalesce) {
      ArrayNode types = out.put("rule", "coalesce").putArray("types");
      coalesce.types().forEach(types::add);
      put(out.put("max", coalesce.max()), "maxHold", coalesce.maxHold());
    } else if (rule instanceof FunctionRule function) {
      out.put("rule", "function").put("function", function.function());
    }
  }

  private static void write(ComplexSequence rule, ObjectNode out) {
    put(out.putObject("after"), rule.after());
    out.put("discard", rule.discard());
    ObjectNode until = out.putObject("until");
    Match event = rule.until().event();
    if (event != null) {
      put(until, event);
    }
    put(until, "time", rule.until().time());
  }

  private static void write(ComplexTuple rule, ObjectNode out) {
    ArrayNode parts = out.putArray("parts");
    for (ComplexTuple.Part part : rule.parts()) {
      put(parts.addObject().put("name", part.name()), part.match());
    }
    out.put("derive", rule.derive());
    ObjectNode fields = out.putObject("fields");
    rule.fields().forEach(fields::put);
    put(out, "ttl", rule.timeToLive());
    out.put("absorb", rule.absorb());
  }

  private static void put(ObjectNode out, Match match) {
    out.put("type", match.type());
    if (match.when() != null) {
      out.put("when", match.when());
    }
  }

  private static void put(ObjectNode out, String property, @Nullable Duration duration) {
    if (duration != null) {
      out.put(property, Durations.text(duration));
    }
  }
}
