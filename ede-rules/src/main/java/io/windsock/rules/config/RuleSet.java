package io.windsock.rules.config;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.rules.EventFunctions;
import io.windsock.rules.Rule;
import io.windsock.rules.history.HistoryLayout;
import io.windsock.rules.stage.CompiledRules;
import java.nio.file.Path;
import java.util.List;

/**
 * An ordered list of rules, checked and compiled for a catalogue. Immutable; shared by all threads.
 *
 * <p>The first rule that supersedes or holds an event stops it. An event that a rule releases or
 * derives continues with the rules after it.
 */
public final class RuleSet {
  private final Catalogue catalogue;
  private final List<Rule> rules;
  private final List<String> names;
  private final String forward;
  private final CompiledRules compiled;

  RuleSet(Catalogue catalogue, List<Rule> rules, String forward, CompiledRules compiled) {
    this.catalogue = catalogue;
    this.rules = List.copyOf(rules);
    this.names = rules.stream().map(Rule::name).toList();
    this.forward = forward;
    this.compiled = compiled;
  }

  /** Identifies a forwarding function in the log, like {@link Rule#identity}. */
  static String forwardingIdentity(String function) {
    return "forward " + EventFunctions.identity(function);
  }

  /**
   * Reads a rules file.
   *
   * @throws ConfigurationException with every fault found, each with its place
   */
  public static RuleSet load(Path file, Catalogue catalogue) {
    return RulesFile.load(file, catalogue);
  }

  /**
   * Reads the text of a rules file.
   *
   * @param fileName the file's name in faults
   * @throws ConfigurationException with every fault found, each with its place
   */
  public static RuleSet parse(String yaml, String fileName, Catalogue catalogue) {
    return RulesFile.parse(yaml, fileName, catalogue);
  }

  /**
   * Checks and compiles rules created in Java.
   *
   * @throws ConfigurationException with every fault found; places are {@code rules[i].property}
   */
  public static RuleSet of(Catalogue catalogue, List<Rule> rules) {
    return of(catalogue, rules, "");
  }

  private static RuleSet of(Catalogue catalogue, List<Rule> rules, String forward) {
    return new RuleCompiler(catalogue, "rules", forward).compile(rules);
  }

  /**
   * Returns a set without rules, which mirrors every event (the paper's default mirroring function,
   * section 3.2.1).
   */
  public static RuleSet mirrorEverything(Catalogue catalogue) {
    return of(catalogue, List.of());
  }

  /** Returns the rules of the catalogue's domain on the class path; no rules if it is not there. */
  public static RuleSet standard(Catalogue catalogue) {
    return RulesFile.standard(catalogue);
  }

  /** Returns the rules' names in order; the index is the rule's number. */
  public List<String> names() {
    return names;
  }

  /** Returns the rules in order. */
  public List<Rule> rules() {
    return rules;
  }

  /**
   * Returns the same rules with a forwarding function.
   *
   * @param function the function's name; empty: every event is forwarded
   * @throws ConfigurationException if there is no such function
   */
  public RuleSet forwardedBy(String function) {
    return of(catalogue, rules, function);
  }

  /** Returns the catalogue that the rules were checked against. */
  public Catalogue catalogue() {
    return catalogue;
  }

  /** Returns the rules as the text of a rules file, from which the same rules can be read. */
  public String text() {
    return RulesText.of(rules);
  }

  /** Returns a description with one line per rule; says so if there are no rules. */
  public String explain() {
    if (rules.isEmpty()) {
      return "mirror every event\n";
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rules.size(); i++) {
      Rule rule = rules.get(i);
      text.append("%2d. %s: %s\n".formatted(i + 1, rule.name(), rule.explain()));
    }
    return text.toString();
  }

  /**
   * Returns 16 hexadecimal digits that are the same for the same rules on any machine and in any
   * build.
   */
  public String fingerprint() {
    return Fingerprint.of(catalogue.domain() + "\n" + rules + forward);
  }

  /** Returns the compiled rules. */
  public CompiledRules compiled() {
    return compiled;
  }

  /** Returns the layout of histories under these rules. */
  public HistoryLayout layout() {
    return compiled.layout();
  }

  @Override
  public String toString() {
    return "rules " + names + (forward.isEmpty() ? "" : ", forwarded by " + forward);
  }
}
