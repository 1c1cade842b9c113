package io.windsock.control.params;

import io.windsock.rules.Coalesce;
import io.windsock.rules.ComplexSequence;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.Rule;
import java.util.List;

/**
 * The position of a rule that a call adds, following the order recommended for rules files
 * (docs/rules.md, Order). Sequences and tuples come first: an event that a sequence discards must
 * not count for a run, and an overwrite must not hide an event from a tuple. The rules that thin or
 * hold follow. Rules already in the function keep their order. Pure.
 */
final class RuleOrder {
  /** The longest rule name allowed. */
  private static final int MAX_NAME = 64;

  private RuleOrder() {}

  /** Returns the index at which to insert {@code rule}. */
  static int place(Rule rule, List<Rule> rules) {
    if (rule instanceof ComplexSequence sequence) {
      return place(sequence, rules);
    }
    return rule instanceof ComplexTuple tuple ? place(tuple, rules) : beforeCoalescing(rules);
  }

  private static int beforeCoalescing(List<Rule> rules) {
    int place = 0;
    while (place < rules.size() && !(rules.get(place) instanceof Coalesce)) {
      place++;
    }
    return place;
  }

  /**
   * Behind the other sequences, and behind every tuple that derives the start or the end of this
   * one.
   */
  private static int place(ComplexSequence sequence, List<Rule> rules) {
    int place = 0;
    for (int i = 0; i < rules.size(); i++) {
      if (rules.get(i) instanceof ComplexTuple tuple && names(sequence, tuple.derive())) {
        place = i + 1;
      }
    }
    while (place < rules.size() && rules.get(place) instanceof ComplexSequence) {
      place++;
    }
    return place;
  }

  /**
   * Behind the other sequences and tuples, but before every sequence that the derived event starts.
   */
  private static int place(ComplexTuple tuple, List<Rule> rules) {
    int place = 0;
    while (place < rules.size()) {
      Rule other = rules.get(place);
      boolean before =
          other instanceof ComplexTuple
              || (other instanceof ComplexSequence sequence && !names(sequence, tuple.derive()));
      if (!before) {
        break;
      }
      place++;
    }
    return place;
  }

  private static boolean names(ComplexSequence sequence, String type) {
    var until = sequence.until().event();
    return sequence.after().type().equals(type) || (until != null && until.type().equals(type));
  }

  /** Returns {@code wanted}, or {@code wanted} with the first free number from 2 on. */
  static String freeName(String wanted, List<Rule> rules) {
    List<String> taken = rules.stream().map(Rule::name).toList();
    String name = cut(wanted, "");
    for (int number = 2; taken.contains(name); number++) {
      name = cut(wanted, "-" + number);
    }
    return name;
  }

  private static String cut(String name, String suffix) {
    return name.substring(0, Math.min(name.length(), MAX_NAME - suffix.length())) + suffix;
  }
}
