package io.windsock.rules.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The events that the rules hold back in one partition: a queue for each rule, and one for events
 * whose rule is gone. Puts them into their histories and takes them out. Owned by the mirroring
 * function's thread.
 */
public final class HoldQueues {
  private final HoldQueue[] queues;

  /** Read from the changelog and not yet queued: queued together, in order of due time. */
  private final List<HeldEvent> restored = new ArrayList<>();

  private long held;

  /**
   * Empty queues.
   *
   * @param maxHoldMs by rule, the longest that it holds an event
   */
  public HoldQueues(long[] maxHoldMs) {
    queues = new HoldQueue[maxHoldMs.length + 1];
    for (int rule = 0; rule < maxHoldMs.length; rule++) {
      queues[rule] = new HoldQueue(maxHoldMs[rule]);
    }
    queues[maxHoldMs.length] = new HoldQueue(0);
  }

  /** Source events held now. */
  public long held() {
    return held;
  }

  /** The number of the queue of events whose rule is gone. */
  public int orphans() {
    return queues.length - 1;
  }

  /**
   * Puts an event into its history; if {@code queued}, it is due when its rule's bound has passed.
   */
  public void hold(HeldEvent event, boolean queued, long nowMs) {
    if (queued) {
      queues[event.rule].add(event, nowMs);
    }
    event.owner.append(event);
    held += event.counts() ? 1 : 0;
  }

  /** Takes an event out of its history. */
  public void remove(HeldEvent event) {
    if (event.dueMs != HeldEvent.NOT_QUEUED) {
      queues[event.rule].remove(event);
    }
    event.owner.remove(event);
    held -= event.counts() ? 1 : 0;
  }

  /** The first that is due of a rule; null if none is. */
  public @Nullable HeldEvent due(int rule, long nowMs) {
    return queues[rule].due(nowMs);
  }

  /** The first of a rule, due or not; null if there is none. */
  public @Nullable HeldEvent first(int rule) {
    return queues[rule].first();
  }

  /** Takes over what a history read from the changelog holds. */
  public void restore(KeyHistory history, long nowMs) {
    for (int rule = 0; rule < queues.length; rule++) {
      HeldEvent first = history.first(rule);
      for (HeldEvent link = first; link != null; link = link.next) {
        held += link.counts() ? 1 : 0;
        if (rule == orphans() || (link == first && link.dueMs == HeldEvent.NOT_QUEUED)) {
          link.dueMs = nowMs;
        }
        if (link.dueMs != HeldEvent.NOT_QUEUED) {
          restored.add(link);
        }
      }
    }
  }

  /**
   * Queues what was restored.
   *
   * @param sooner gets each history of which something is due sooner than was logged: it is dirty
   */
  public void queueRestored(long nowMs, Consumer<KeyHistory> sooner) {
    // Stable: what is due in the same millisecond stays in the order in which a key's were held.
    // Events whose rules are gone were held by several, and go in the order received.
    restored.sort(
        Comparator.<HeldEvent>comparingLong(link -> link.dueMs)
            .thenComparingLong(link -> link.rule == orphans() ? link.event.sequence() : 0));
    for (HeldEvent link : restored) {
      if (queues[link.rule].restore(link, nowMs)) {
        // Under a shorter bound: logged, so that a restart does not make it later again.
        link.owner.touch();
        sooner.accept(link.owner);
      }
    }
    restored.clear();
  }
}
