package io.windsock.rules.config;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.rules.Rule;
import io.windsock.rules.history.HistoryLayout;
import io.windsock.rules.stage.CompiledRules;
import java.nio.file.Path;
import java.util.List;

/**
 * Rules in the order in which an event meets them, checked and compiled for a catalogue. Immutable;
 * shared by all threads.
 *
 * <p>The first rule that supersedes or holds an event ends its way; an event that a rule releases,
 * and one that a rule derives, goes on to the rules after it.
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

  /** What makes a forwarding function the same one in the log, as {@link Rule#identity} does. */
  static String forwardingIdentity(String function) {
    return "forward " + function;
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
   * @param fileName what faults are to call it
   * @throws ConfigurationException with every fault found, each with its place
   */
  public static RuleSet parse(String yaml, String fileName, Catalogue catalogue) {
    return RulesFile.parse(yaml, fileName, catalogue);
  }

  /**
   * Rules made in Java.
   *
   * @throws ConfigurationException with every fault found; places are {@code rules[i].property}
   */
  public static RuleSet of(Catalogue catalogue, List<Rule> rules) {
    return of(catalogue, rules, "");
  }

  private static RuleSet of(Catalogue catalogue, List<Rule> rules, String forward) {
    return new RuleCompiler(catalogue, "rules", forward).compile(rules);
  }

  /** No rule: every event is mirrored (the paper's default mirroring function). */
  public static RuleSet mirrorEverything(Catalogue catalogue) {
    return of(catalogue, List.of());
  }

  /** The rules of the catalogue's domain on the class path; none for a domain that is not there. */
  public static RuleSet standard(Catalogue catalogue) {
    return RulesFile.standard(catalogue);
  }

  /** The rules' names, in their order; the index is the rule's number. */
  public List<String> names() {
    return names;
  }

  /** The rules, in their order. */
  public List<Rule> rules() {
    return rules;
  }

  /**
   * The same rules, with a function that decides what is forwarded.
   *
   * @param function its name; empty: everything is forwarded
   * @throws ConfigurationException if there is no such function
   */
  public RuleSet forwardedBy(String function) {
    return of(catalogue, rules, function);
  }

  /** What the rules were checked against. */
  public Catalogue catalogue() {
    return catalogue;
  }

  /** The rules as the text of a rules file: reading it gives the same rules. */
  public String text() {
    return RulesText.of(rules);
  }

  /** The rules as readable text, a line each; says so if there is none. */
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

  /** 16 hexadecimal digits: the same for the same rules, on any machine, in any build. */
  public String fingerprint() {
    return Fingerprint.of(catalogue.domain() + "\n" + rules + forward);
  }

  /** The rules as they run. */
  public CompiledRules compiled() {
    return compiled;
  }

  /** Where histories under these rules keep what. */
  public HistoryLayout layout() {
    return compiled.layout();
  }

  @Override
  public String toString() {
    return "rules " + names + (forward.isEmpty() ? "" : ", forwarded by " + forward);
  }
}
