package io.windsock.rules.history;

/**
 * The updates of one key that the mirrors lack because of one rule: a link in a list of {@link
 * MissingUpdates}. Their number and the time of the first are slots of the key's history and are
 * logged with it.
 */
final class MissingRun extends LinkedElements.Element<MissingRun> {
  final KeyHistory owner;
  final int rule;

  /** The list that contains it: the ordinal of the type of its first event. */
  final int list;

  MissingRun(KeyHistory owner, int rule, int list) {
    this.owner = owner;
    this.rule = rule;
    this.list = list;
  }
}
