package io.windsock.rules.history;

import io.windsock.contracts.schema.EventType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The number and age of the updates that a site has after applying the whole forward topic, and
 * lacks after applying the whole mirror topic, over all keys of a partition. Events that a sequence
 * rule discards are not included: the event that started the sequence replaces them, and earlier
 * missing updates of their type. Owned by the mirroring function's thread.
 *
 * <p>For each key and rule, a run of missing updates starts with its first event and ends when one
 * is sent. Runs are in one list per type of their first event, ordered by append time, which never
 * decreases within a type.
 */
public final class MissingUpdates {
  /** The append time if nothing is missing. */
  private static final long NOTHING = 0;

  private final HistoryLayout layout;
  private final List<LinkedElements<MissingRun>> runs = new ArrayList<>();

  /**
   * Runs from the changelog that are not in a list yet; they are added together, in order of append
   * time.
   */
  private final List<MissingRun> restored = new ArrayList<>();

  private long updates;

  /** Creates an empty account. */
  public MissingUpdates(HistoryLayout layout) {
    this.layout = layout;
    for (int type = 0; type <= layout.catalogue().types().size(); type++) {
      runs.add(new LinkedElements<>());
    }
  }

  /** Returns the number of missing updates. */
  public long updates() {
    return updates;
  }

  /**
   * Returns the append time of the oldest missing update, ms since the epoch; 0 if there is none.
   */
  public long oldestMs() {
    long oldest = Long.MAX_VALUE;
    for (int list = 0; list < runs.size(); list++) {
      MissingRun head = runs.get(list).head;
      oldest = head == null ? oldest : Math.min(oldest, sinceMs(head));
    }
    return oldest == Long.MAX_VALUE ? NOTHING : oldest;
  }

  private long sinceMs(MissingRun run) {
    return run.owner.get(layout.missingSlot(run.rule) + 1);
  }

  /** Records that a rule has kept {@code event} from the mirrors, temporarily or for good. */
  public void add(KeyHistory history, int rule, Event event) {
    int slot = layout.missingSlot(rule);
    if (slot < 0 || event.derived()) {
      return;
    }
    history.set(slot, history.get(slot) + 1);
    updates++;
    MissingRun run = history.missing(rule);
    if (run == null) {
      history.set(slot + 1, event.appendTimeMs());
      insert(new MissingRun(history, rule, list(event)));
    } else if (event.appendTimeMs() < sinceMs(run)) {
      // An earlier rule has held the event.
      history.set(slot + 1, event.appendTimeMs());
      runs.get(run.list).remove(run);
      insert(run);
    }
  }

  private void insert(MissingRun run) {
    run.owner.missing(run.rule, run);
    LinkedElements<MissingRun> list = runs.get(run.list);
    MissingRun before = list.tail;
    long since = sinceMs(run);
    while (before != null && sinceMs(before) > since) {
      before = before.earlier;
    }
    list.insertAfter(before, run);
  }

  private int list(Event event) {
    EventType type = event.type();
    return type == null ? runs.size() - 1 : type.ordinal();
  }

  /** Records that the mirrors have the newest update of the key and rule. */
  public void clear(KeyHistory history, int rule) {
    MissingRun run = history.missing(rule);
    if (run == null) {
      return;
    }
    int slot = layout.missingSlot(rule);
    updates -= history.get(slot);
    history.set(slot, 0);
    history.set(slot + 1, 0);
    history.missing(rule, null);
    runs.get(run.list).remove(run);
  }

  /** Removes a key whose history is dropped. */
  public void forget(KeyHistory history) {
    for (int rule = 0; rule < layout.rules(); rule++) {
      clear(history, rule);
    }
  }

  /** Removes the key's updates that the mirrors lack for good; those of held events still count. */
  public void forgetDiscarded(KeyHistory history) {
    for (int rule = 0; rule < layout.rules(); rule++) {
      clearDiscarded(history, rule);
    }
  }

  /** Does the same for a single rule. */
  public void clearDiscarded(KeyHistory history, int rule) {
    if (history.first(rule) == null) {
      clear(history, rule);
    }
  }

  /** Sets the missing updates of the key and rule to exactly the events that the rule holds. */
  public void recount(KeyHistory history, int rule) {
    int slot = layout.missingSlot(rule);
    if (slot < 0) {
      return;
    }
    long count = 0;
    long oldest = Long.MAX_VALUE;
    for (HeldEvent link = history.first(rule); link != null; link = link.next) {
      if (link.counts()) {
        count++;
        oldest = Math.min(oldest, link.event.appendTimeMs());
      }
    }
    if (history.get(slot) == count && (count == 0 || history.get(slot + 1) == oldest)) {
      return;
    }
    clear(history, rule);
    for (HeldEvent link = history.first(rule); link != null; link = link.next) {
      if (link.counts()) {
        add(history, rule, link.event);
      }
    }
  }

  /** Takes over the counts of a history read from the changelog. */
  public void restore(KeyHistory history) {
    for (int rule = 0; rule < layout.rules(); rule++) {
      int slot = layout.missingSlot(rule);
      if (slot >= 0 && history.get(slot) != 0) {
        HeldEvent first = history.first(rule);
        int list = first == null ? runs.size() - 1 : list(first.event);
        restored.add(new MissingRun(history, rule, list));
      }
    }
  }

  /** Counts the restored runs. */
  public void countRestored() {
    restored.sort(Comparator.comparingLong(this::sinceMs));
    for (MissingRun run : restored) {
      updates += run.owner.get(layout.missingSlot(run.rule));
      insert(run);
    }
    restored.clear();
  }
}
