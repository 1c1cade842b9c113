package io.windsock.rules;

/**
 * A mirroring rule, created in Java or read from a rules file. A plain value, which a rule set
 * checks against a catalogue.
 */
public sealed interface Rule
    permits Overwrite, ComplexSequence, ComplexTuple, Coalesce, FunctionRule {
  /**
   * Returns the rule's name, unique in its set, under which counts are reported. Letters, digits,
   * dots, dashes and underscores.
   */
  String name();

  /** Returns a one-sentence description of the rule. */
  String explain();

  /**
   * Returns the part of the rule that its bounds do not affect. Histories stay valid as long as it
   * is unchanged.
   */
  String identity();
}
