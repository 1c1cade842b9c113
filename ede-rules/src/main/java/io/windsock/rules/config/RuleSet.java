package io.windsock.rules.config;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.rules.Rule;
import io.windsock.rules.history.HistoryLayout;
import io.windsock.rules.stage.FunctionStage;
import io.windsock.rules.stage.Stage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules in the order in which an event meets them, checked and compiled for a catalogue. Immutable;
 * shared by all threads.
 *
 * <p>The first rule that supersedes or holds an event ends its way; an event that a rule releases,
 * and one that a rule derives, goes on to the rules after it.
 */
public final class RuleSet {
  /** What {@link #next} answers when no rule follows. */
  public static final int NONE = -1;

  private final Catalogue catalogue;
  private final List<Rule> rules;
  private final List<String> names;
  private final String forward;
  private final Stage[] stages;
  private final @Nullable FunctionStage forwarding;

  /** For each event type, by ordinal, the indexes of the rules that apply to it. */
  private final int[][] applicable;

  private final HistoryLayout layout;

  RuleSet(
      Catalogue catalogue,
      List<Rule> rules,
      List<Stage> stages,
      int[][] applicable,
      String forward,
      @Nullable FunctionStage forwarding) {
    this.catalogue = catalogue;
    this.rules = List.copyOf(rules);
    this.names = rules.stream().map(Rule::name).toList();
    this.stages = stages.toArray(new Stage[0]);
    this.applicable = applicable;
    this.forward = forward;
    this.forwarding = forwarding;
    List<HistoryLayout.Entry> entries = new ArrayList<>();
    for (int i = 0; i < this.stages.length; i++) {
      entries.add(entry(rules.get(i).identity(), this.stages[i]));
    }
    if (forwarding != null) {
      entries.add(entry(forwardingIdentity(forward), forwarding));
    }
    layout = new HistoryLayout(catalogue, entries);
  }

  private static HistoryLayout.Entry entry(String identity, Stage stage) {
    return new HistoryLayout.Entry(
        Fingerprint.ruleId(identity), stage.slots(), stage.missingSlot());
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

  /** The rules that ship with the catalogue's domain; none for a domain that isn't shipped. */
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

  /** What decides on forwarding; null: everything is forwarded. */
  public @Nullable FunctionStage forwarding() {
    return forwarding;
  }

  /** The rule of this number, compiled. */
  public Stage stage(int rule) {
    return stages[rule];
  }

  /** The first rule behind {@code rule} that applies to events of a type; {@link #NONE}. */
  public int next(int typeOrdinal, int rule) {
    for (int next : applicable[typeOrdinal]) {
      if (next > rule) {
        return next;
      }
    }
    return NONE;
  }

  /** Whether a rule applies to events of one type alone. */
  public boolean isOfOneType(int rule) {
    int types = 0;
    for (int[] rulesOfType : applicable) {
      types += Arrays.binarySearch(rulesOfType, rule) >= 0 ? 1 : 0;
    }
    return types == 1;
  }

  /** By rule, the longest that it holds an event; last that of a forwarding function. */
  public long[] maxHoldsMs() {
    long[] all = new long[stages.length + (forwarding == null ? 0 : 1)];
    for (int rule = 0; rule < stages.length; rule++) {
      all[rule] = stages[rule].maxHoldMs();
    }
    return all;
  }

  /** Where histories under these rules keep what. */
  public HistoryLayout layout() {
    return layout;
  }

  @Override
  public String toString() {
    return "rules " + names + (forward.isEmpty() ? "" : ", forwarded by " + forward);
  }
}
