package io.windsock.control.params;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Describes in sentences how the rules of the functions differ between two sets of parameters.
 * Pure.
 */
public final class RuleChanges {
  private final FunctionEdits edits;

  /** Creates a comparison of rules for events of {@code catalogue}. */
  public RuleChanges(Catalogue catalogue) {
    edits = new FunctionEdits(catalogue);
  }

  /** Returns a sentence for each rule added, updated or removed; empty if there is none. */
  public List<String> between(Parameters before, Parameters after) {
    List<String> changes = new ArrayList<>();
    for (FunctionSettings function : after.getFunctions()) {
      FunctionSettings former = InForce.find(before, function.getName());
      if (former == null) {
        changes.add(function.getName() + ": a new function");
      } else if (!former.getRules().equals(function.getRules())) {
        add(changes, former, function);
      }
    }
    return changes;
  }

  private void add(List<String> changes, FunctionSettings former, FunctionSettings function) {
    String prefix = function.getName() + ": ";
    try {
      Map<String, Rule> before = byName(former);
      Map<String, Rule> after = byName(function);
      int known = changes.size();
      removed(changes, prefix, before, after);
      written(changes, prefix, before, after);
      if (changes.size() == known && !List.copyOf(before.keySet()).equals(names(after))) {
        changes.add(prefix + "the rules are now in the order " + names(after));
      }
    } catch (ConfigurationException e) {
      // One of the rules names a class that is not on this class path.
      changes.add(prefix + "other rules");
    }
  }

  private static List<String> names(Map<String, Rule> rules) {
    return List.copyOf(rules.keySet());
  }

  private Map<String, Rule> byName(FunctionSettings function) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    edits.ruleList(function).forEach(rule -> rules.put(rule.name(), rule));
    return rules;
  }

  private static void removed(
      List<String> changes, String prefix, Map<String, Rule> before, Map<String, Rule> after) {
    for (Rule rule : before.values()) {
      if (!after.containsKey(rule.name())) {
        changes.add(prefix + "removed " + rule.name() + " (" + rule.explain() + ")");
      }
    }
  }

  private static void written(
      List<String> changes, String prefix, Map<String, Rule> before, Map<String, Rule> after) {
    int place = 0;
    for (Rule rule : after.values()) {
      place++;
      Rule former = before.get(rule.name());
      if (former == null) {
        changes.add(
            "%sadded %s as rule %d of %d (%s)"
                .formatted(prefix, rule.name(), place, after.size(), rule.explain()));
      } else if (!former.equals(rule)) {
        changes.add(
            "%supdated %s (%s; before: %s)"
                .formatted(prefix, rule.name(), rule.explain(), former.explain()));
      }
    }
  }
}
