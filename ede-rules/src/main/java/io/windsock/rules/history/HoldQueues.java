package io.windsock.rules.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The events that the rules of one partition hold: one queue per rule, and one for events whose
 * rule no longer exists. Adds events to their histories and removes them. Owned by the mirroring
 * function's thread.
 */
public final class HoldQueues {
  private final HoldQueue[] queues;

  /**
   * Events from the changelog that are not queued yet; they are queued together, in order of due
   * time.
   */
  private final List<HeldEvent> restored = new ArrayList<>();

  private long held;

  /**
   * Creates empty queues.
   *
   * @param maxHoldMs by rule, the longest time that it holds an event
   */
  public HoldQueues(long[] maxHoldMs) {
    queues = new HoldQueue[maxHoldMs.length + 1];
    for (int rule = 0; rule < maxHoldMs.length; rule++) {
      queues[rule] = new HoldQueue(maxHoldMs[rule]);
    }
    queues[maxHoldMs.length] = new HoldQueue(0);
  }

  /** Returns the number of source events held. */
  public long held() {
    return held;
  }

  /** Returns the number of the queue of events whose rule no longer exists. */
  public int orphans() {
    return queues.length - 1;
  }

  /**
   * Adds an event to its history; if {@code queued}, it is due when its rule's bound has passed.
   */
  public void hold(HeldEvent event, boolean queued, long nowMs) {
    if (queued) {
      queues[event.rule].add(event, nowMs);
    }
    event.owner.append(event);
    held += event.counts() ? 1 : 0;
  }

  /** Removes an event from its history. */
  public void remove(HeldEvent event) {
    if (event.dueMs != HeldEvent.NOT_QUEUED) {
      queues[event.rule].remove(event);
    }
    event.owner.remove(event);
    held -= event.counts() ? 1 : 0;
  }

  /** Returns a rule's first event that is due; null if none is. */
  public @Nullable HeldEvent due(int rule, long nowMs) {
    return queues[rule].due(nowMs);
  }

  /** Returns a rule's first event, due or not; null if there is none. */
  public @Nullable HeldEvent first(int rule) {
    return queues[rule].first();
  }

  /** Takes over the held events of a history read from the changelog. */
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
   * Queues the restored events.
   *
   * @param sooner receives each history with an event that is due earlier than was logged; the
   *     history is dirty
   */
  public void queueRestored(long nowMs, Consumer<KeyHistory> sooner) {
    // Stable: events due in the same ms stay in the order in which a key's were held. Events whose
    // rules no longer exist were held by several rules and are sorted by receive order.
    restored.sort(
        Comparator.<HeldEvent>comparingLong(link -> link.dueMs)
            .thenComparingLong(link -> link.rule == orphans() ? link.event.sequence() : 0));
    for (HeldEvent link : restored) {
      if (queues[link.rule].restore(link, nowMs)) {
        // A shorter bound applies: log the new due time, so that a restart does not restore the
        // later one.
        link.owner.touch();
        sooner.accept(link.owner);
      }
    }
    restored.clear();
  }
}
