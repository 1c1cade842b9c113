package io.windsock.rules;

import org.jspecify.annotations.Nullable;

/**
 * What a site with everything forwarded has and a site with everything mirrored lacks now, over all
 * keys: how many updates, and since when. Events that a sequence rule discards are not among it:
 * the event that started it stands for them, and for what was lacked of their type before. Owned by
 * the function's thread.
 *
 * <p>Per key and rule a run of updates is lacked from its first event on until one is sent. Runs
 * stand in one list for each type of first event, in the order of its append time, which never
 * falls within a type.
 */
final class Withheld {
  /** The append time where nothing is lacked. */
  static final long NOTHING = 0;

  private final RuleSet rules;
  private final @Nullable Lack[] heads;
  private final @Nullable Lack[] tails;
  private long updates;

  Withheld(RuleSet rules) {
    this.rules = rules;
    int types = rules.catalogue().types().size() + 1;
    heads = new Lack[types];
    tails = new Lack[types];
  }

  /** How many updates. */
  long updates() {
    return updates;
  }

  /** Append time of the oldest of them, ms since the epoch; {@link #NOTHING} if there is none. */
  long oldestMs() {
    long oldest = Long.MAX_VALUE;
    for (Lack head : heads) {
      if (head != null) {
        oldest = Math.min(oldest, sinceMs(head));
      }
    }
    return oldest == Long.MAX_VALUE ? NOTHING : oldest;
  }

  long sinceMs(Lack lack) {
    return lack.owner.number(rules.lackSlot(lack.rule) + 1);
  }

  /** A rule has kept {@code event} from the mirrors, for now or for good. */
  void add(KeyHistory history, int rule, Event event) {
    if (event.derived()) {
      return;
    }
    int slot = rules.lackSlot(rule);
    long count = history.number(slot);
    history.number(slot, count + 1);
    updates++;
    if (count == 0) {
      history.number(slot + 1, event.appendTimeMs());
      insert(new Lack(history, rule, list(event)));
    }
  }

  private void insert(Lack lack) {
    lack.owner.lack(lack.rule, lack);
    Lack before = tails[lack.list];
    long since = sinceMs(lack);
    while (before != null && sinceMs(before) > since) {
      before = before.earlier;
    }
    insertAfter(before, lack);
  }

  private int list(Event event) {
    var version = event.version();
    return version == null ? heads.length - 1 : version.type().ordinal();
  }

  /** The mirrors have what is newest of the key and rule. */
  void clear(KeyHistory history, int rule) {
    Lack lack = history.lack(rule);
    if (lack == null) {
      return;
    }
    int slot = rules.lackSlot(rule);
    updates -= history.number(slot);
    history.number(slot, 0);
    history.number(slot + 1, 0);
    history.lack(rule, null);
    remove(lack);
  }

  /** The key is forgotten: nobody misses anything of it any more. */
  void forget(KeyHistory history) {
    for (int rule = 0; rule < rules.names().size(); rule++) {
      clear(history, rule);
    }
  }

  /** What the mirrors lack of the key for good counts no more; what is held still does. */
  void endForGood(KeyHistory history) {
    for (int rule = 0; rule < rules.names().size(); rule++) {
      if (history.first(rule) == null) {
        clear(history, rule);
      }
    }
  }

  /** Another event stands for what the mirrors lack for good of the key and this type alone. */
  void standsFor(KeyHistory history, int type) {
    for (int rule : rules.applicable(type)) {
      if (history.first(rule) == null && history.lack(rule) != null && alone(rule, type)) {
        clear(history, rule);
      }
    }
  }

  private boolean alone(int rule, int type) {
    for (int other = 0; other < rules.catalogue().types().size(); other++) {
      for (int applicable : rules.applicable(other)) {
        if (other != type && applicable == rule) {
          return false;
        }
      }
    }
    return true;
  }

  /** What is lacked of the key and rule is exactly what the rule holds of it. */
  void recount(KeyHistory history, int rule) {
    clear(history, rule);
    Held oldest = null;
    for (Held link = history.first(rule); link != null; link = link.next) {
      boolean older = oldest == null || link.event.appendTimeMs() < oldest.event.appendTimeMs();
      oldest = link.counts() && older ? link : oldest;
    }
    if (oldest != null) {
      add(history, rule, oldest.event);
      for (Held link = history.first(rule); link != null; link = link.next) {
        if (link.counts() && link != oldest) {
          add(history, rule, link.event);
        }
      }
    }
  }

  /** Takes over what a restored history says. */
  void restored(Lack lack) {
    updates += lack.owner.number(rules.lackSlot(lack.rule));
    insert(lack);
  }

  /** The lack that a restored history tells of; null if it tells of none. */
  @Nullable Lack told(KeyHistory history, int rule) {
    int slot = rules.lackSlot(rule);
    if (slot < 0 || history.number(slot) == 0) {
      return null;
    }
    Held first = history.first(rule);
    return new Lack(history, rule, first == null ? heads.length - 1 : list(first.event));
  }

  private void insertAfter(@Nullable Lack before, Lack lack) {
    Lack after = before == null ? heads[lack.list] : before.later;
    lack.earlier = before;
    lack.later = after;
    if (before == null) {
      heads[lack.list] = lack;
    } else {
      before.later = lack;
    }
    if (after == null) {
      tails[lack.list] = lack;
    } else {
      after.earlier = lack;
    }
  }

  private void remove(Lack lack) {
    if (lack.earlier == null) {
      heads[lack.list] = lack.later;
    } else {
      lack.earlier.later = lack.later;
    }
    if (lack.later == null) {
      tails[lack.list] = lack.earlier;
    } else {
      lack.later.earlier = lack.earlier;
    }
    lack.earlier = null;
    lack.later = null;
  }
}
