package io.windsock.rules;

/**
 * One mirroring rule, as written in Java or read from a rules file. A plain value: {@link
 * RuleSet#of} checks it against a catalogue.
 */
public sealed interface Rule
    permits Overwrite, ComplexSequence, ComplexTuple, Coalesce, Function, Forwarding {
  /** Unique in its set; counts are told by it. Letters, digits, dots, dashes and underscores. */
  String name();

  /** The rule in words, one sentence. */
  String explain();

  /**
   * What makes it the same rule when its bounds change: its history is read on as long as this
   * stays the same.
   */
  String identity();
}
