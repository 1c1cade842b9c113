package io.windsock.rules;

import org.jspecify.annotations.Nullable;

/**
 * What the mirrors lack of one key because of one rule: a link in the {@link Withheld} list. How
 * much it is and since when stands in the key's history, and is logged with it.
 */
final class Lack {
  final KeyHistory owner;
  final int rule;

  /** Which list it is in: the ordinal of the type of its first event. */
  final int list;

  @Nullable Lack earlier;
  @Nullable Lack later;

  Lack(KeyHistory owner, int rule, int list) {
    this.owner = owner;
    this.rule = rule;
    this.list = list;
  }
}
