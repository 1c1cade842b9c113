package io.windsock.rules.history;

import io.windsock.contracts.schema.EventType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The updates that a site with everything forwarded has and a site with everything mirrored is
 * missing now, over all keys of a partition: how many, and since when. Events that a sequence rule
 * discards are not among them: the event that started it stands for them, and for what was missing
 * of their type before. Owned by the mirroring function's thread.
 *
 * <p>Per key and rule a run of updates is missing from its first event on until one is sent. Runs
 * are in one list for each type of first event, in the order of its append time, which never falls
 * within a type.
 */
public final class MissingUpdates {
  /** The append time where nothing is missing. */
  private static final long NOTHING = 0;

  private final HistoryLayout layout;
  private final List<LinkedElements<MissingRun>> runs = new ArrayList<>();

  /** Read from the changelog and not yet in a list: added together, in order of append time. */
  private final List<MissingRun> restored = new ArrayList<>();

  private long updates;

  /** Nothing is missing. */
  public MissingUpdates(HistoryLayout layout) {
    this.layout = layout;
    for (int type = 0; type <= layout.catalogue().types().size(); type++) {
      runs.add(new LinkedElements<>());
    }
  }

  /** How many updates. */
  public long updates() {
    return updates;
  }

  /** Append time of the oldest of them, ms since the epoch; 0 if there is none. */
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

  /** A rule has kept {@code event} from the mirrors, for now or for good. */
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
      // An earlier rule has held it.
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

  /** The mirrors have what is newest of the key and rule. */
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

  /** The key is forgotten: nobody misses anything of it any more. */
  public void forget(KeyHistory history) {
    for (int rule = 0; rule < layout.rules(); rule++) {
      clear(history, rule);
    }
  }

  /** What the mirrors are missing of the key for good counts no more; what is held still does. */
  public void forgetDiscarded(KeyHistory history) {
    for (int rule = 0; rule < layout.rules(); rule++) {
      clearDiscarded(history, rule);
    }
  }

  /** The same because of one rule. */
  public void clearDiscarded(KeyHistory history, int rule) {
    if (history.first(rule) == null) {
      clear(history, rule);
    }
  }

  /** What is missing of the key and rule is exactly what the rule holds of it. */
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

  /** Takes over what a history read from the changelog says. */
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

  /** Counts what was restored. */
  public void countRestored() {
    restored.sort(Comparator.comparingLong(this::sinceMs));
    for (MissingRun run : restored) {
      updates += run.owner.get(layout.missingSlot(run.rule));
      insert(run);
    }
    restored.clear();
  }
}
