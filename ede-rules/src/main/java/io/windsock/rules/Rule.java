package io.windsock.rules;

/**
 * One mirroring rule, as written in Java or read from a rules file. A plain value: a rule set
 * checks it against a catalogue.
 */
public sealed interface Rule
    permits Overwrite, ComplexSequence, ComplexTuple, Coalesce, FunctionRule {
  /**
   * Unique in its set; it is what counts are reported by. Letters, digits, dots, dashes and
   * underscores.
   */
  String name();

  /** The rule in words, one sentence. */
  String explain();

  /**
   * What makes it the same rule when its bounds change: its history is read on as long as this
   * stays the same.
   */
  String identity();
}
