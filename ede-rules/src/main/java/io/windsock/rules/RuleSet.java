package io.windsock.rules;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules in the order in which an event meets them, checked and compiled for a catalogue. Immutable;
 * shared by all threads.
 *
 * <p>The first rule that takes or withholds an event ends its way; an event that a rule lets go,
 * and one that a rule makes, goes on to the rules after it.
 */
public final class RuleSet {
  private final Catalogue catalogue;
  private final List<Rule> rules;
  private final List<String> names;
  private final Stage[] stages;

  /** Where each rule's numbers start in a history; one more than there are rules. */
  private final int[] slots;

  /** For each event type, by ordinal, the indexes of the rules that speak of it. */
  private final int[][] applicable;

  private final int[] ids;

  RuleSet(Catalogue catalogue, List<Rule> rules, List<Stage> stages, int[][] applicable) {
    this.catalogue = catalogue;
    this.rules = List.copyOf(rules);
    this.stages = stages.toArray(new Stage[0]);
    this.applicable = applicable;
    List<String> all = new ArrayList<>();
    slots = new int[rules.size() + 1];
    ids = new int[rules.size()];
    for (int i = 0; i < rules.size(); i++) {
      all.add(rules.get(i).name());
      slots[i + 1] = slots[i] + this.stages[i].numbers();
      ids[i] = Fingerprint.ruleId(rules.get(i).identity());
    }
    names = List.copyOf(all);
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
    return new RuleCompiler(catalogue, "rules").compile(rules);
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
    List<Rule> all = new ArrayList<>(rules);
    all.removeIf(rule -> rule instanceof Forwarding);
    if (!function.isEmpty()) {
      all.add(new Forwarding(function));
    }
    return of(catalogue, all);
  }

  /** What the rules were checked against. */
  public Catalogue catalogue() {
    return catalogue;
  }

  /** The rules as the text of a rules file: reading it gives the same rules. */
  public String text() {
    return RulesText.of(rules);
  }

  /** Whether a history under these rules is one under {@code other} as it is. */
  boolean sameShape(RuleSet other) {
    return Arrays.equals(ids, other.ids) && Arrays.equals(slots, other.slots);
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
    return Fingerprint.of(catalogue.domain() + "\n" + rules);
  }

  /** What decides on forwarding; null: everything is forwarded. */
  @Nullable FunctionStage forwarding() {
    int last = rules.size() - 1;
    return last >= 0 && rules.get(last) instanceof Forwarding ? (FunctionStage) stages[last] : null;
  }

  Stage stage(int rule) {
    return stages[rule];
  }

  int[] applicable(int typeOrdinal) {
    return applicable[typeOrdinal];
  }

  int slot(int rule) {
    return slots[rule];
  }

  int numbers() {
    return slots[slots.length - 1];
  }

  /** Where {@link Withheld} keeps its numbers for the rule; negative: nowhere. */
  int lackSlot(int rule) {
    return stages[rule].lackSlot();
  }

  /** What a logged history calls this rule: 24 bits, not 0, unique in the set. */
  int id(int rule) {
    return ids[rule];
  }

  /** The rule that a logged history calls {@code id}; -1 if it is none of these. */
  int indexOf(int id) {
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] == id) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public String toString() {
    return "rules " + names + " " + Arrays.toString(ids);
  }
}
