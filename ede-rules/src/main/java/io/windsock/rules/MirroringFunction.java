package io.windsock.rules;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.wire.CoalescedUpdate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rule set does with the events of one partition (the paper, section 3.2.1, "mirroring
 * function"). Owned by one topology task: not safe for use by two threads.
 *
 * <p>Each source event ends as exactly one of: passed, carried in a coalesced update, or taken by a
 * named rule; until then it is held. The counts add up between calls, not within one. Time is
 * handed in; a clock that goes back only makes events be sent earlier.
 */
public final class MirroringFunction {
  private final RuleSet rules;
  private final MirrorOutput output;
  private final HoldQueue[] queues;
  private final Event arriving = new Event();
  private final EventCodec codec;
  private final int coalescedId;
  private final Withheld withheld;
  private final @Nullable FunctionStage forwarding;

  /** Restored and not yet queued: queued together, in order of due time. */
  private final List<Held> restored = new ArrayList<>();

  /** Likewise, in order of since when. */
  private final List<Lack> lacked = new ArrayList<>();

  private long nowMs;
  private long held;
  private long sent;

  /** A function that has received nothing. */
  public MirroringFunction(RuleSet rules, MirrorOutput output) {
    this.rules = rules;
    this.output = output;
    this.codec = new EventCodec(rules.catalogue());
    this.coalescedId = rules.catalogue().id(CoalescedUpdate.class);
    this.withheld = new Withheld(rules);
    this.forwarding = rules.forwarding();
    int count = rules.names().size();
    queues = new HoldQueue[count + 1];
    for (int rule = 0; rule < count; rule++) {
      queues[rule] = new HoldQueue(rules.stage(rule).maxHoldMs());
    }
    queues[count] = new HoldQueue(0);
  }

  /** Schema id of the updates that carry several events. */
  int coalescedId() {
    return coalescedId;
  }

  /**
   * Takes one source event.
   *
   * @param history its key's; changed, and then dirty
   * @param value framed bytes, structurally valid; may be kept, so the caller leaves them alone
   * @param version what the value's schema id names
   * @param sequence the partition's receive sequence; greater than any before
   * @param appendTimeMs when the broker appended it, ms since the epoch
   * @param nowMs the time, ms since the epoch
   */
  public void receive(
      KeyHistory history,
      byte[] value,
      SchemaVersion version,
      long sequence,
      long appendTimeMs,
      long nowMs) {
    this.nowMs = nowMs;
    queueRestored();
    int[] applicable = rules.applicable(version.type().ordinal());
    if (applicable.length == 0) {
      sent++;
      output.passed(history, value, sequence, appendTimeMs);
      return;
    }
    arriving.set(value, version, sequence, appendTimeMs, false);
    run(history, arriving, applicable, 0);
  }

  /**
   * Whether a source event is forwarded (the paper's forwarding function).
   *
   * @param history its key's; may be changed, and then dirty
   */
  public boolean forwards(
      KeyHistory history, byte[] value, SchemaVersion version, long sequence, long appendTimeMs) {
    if (forwarding == null || !version.type().supersedable()) {
      return true;
    }
    arriving.set(value, version, sequence, appendTimeMs, false);
    return forwarding.sends(history, arriving, this);
  }

  /**
   * Sends what has been withheld for as long as it may be. Takes time in proportion to what is due.
   *
   * @return how many records it sent
   */
  public int release(long nowMs) {
    this.nowMs = nowMs;
    queueRestored();
    long before = sent;
    sendOrphans();
    for (int rule = 0; rule < queues.length - 1; rule++) {
      for (Held due = queues[rule].due(nowMs); due != null; due = queues[rule].due(nowMs)) {
        rules.stage(rule).due(due, this);
        output.released(due.owner);
      }
    }
    return (int) (sent - before);
  }

  /**
   * Sends all that is withheld, however long it might wait still (the paper, Table 1, {@code
   * mirror}).
   *
   * @return how many records it sent
   */
  public int releaseAll(long nowMs) {
    this.nowMs = nowMs;
    queueRestored();
    long before = sent;
    for (int rule = 0; rule < queues.length - 1; rule++) {
      Held first = queues[rule].first();
      while (first != null && !first.remembered) {
        rules.stage(rule).due(first, this);
        output.released(first.owner);
        first = queues[rule].first();
      }
    }
    return (int) (sent - before);
  }

  /** Sends events whose rule is gone. */
  private void sendOrphans() {
    HoldQueue orphans = queues[queues.length - 1];
    for (Held due = orphans.due(nowMs); due != null; due = orphans.due(nowMs)) {
      unhold(due);
      send(due.owner, due.event);
      output.released(due.owner);
    }
  }

  /** Takes over a history read from the changelog, with the events that it withholds. */
  public void restored(KeyHistory history, long nowMs) {
    this.nowMs = nowMs;
    for (int rule = 0; rule < queues.length; rule++) {
      for (Held link = history.first(rule); link != null; link = link.next) {
        if (link.counts()) {
          held++;
        }
        boolean alone = link == history.first(rule) || rule == queues.length - 1;
        if (alone && link.dueMs == Held.NOT_QUEUED) {
          link.dueMs = nowMs;
        }
        if (link.dueMs != Held.NOT_QUEUED) {
          restored.add(link);
        }
      }
    }
    for (int rule = 0; rule < queues.length - 1; rule++) {
      Lack lack = withheld.told(history, rule);
      if (lack != null) {
        lacked.add(lack);
      }
    }
  }

  /** A key's history is forgotten: what was lacked of it counts no more. */
  public void forget(KeyHistory history) {
    listLacked();
    withheld.forget(history);
  }

  /**
   * No event of a key has come for so long that what was thinned of it is of no interest any more,
   * and counts no more. What is held is sent in time, and counts until then.
   *
   * @param history the key's; may be changed, and then dirty
   */
  public void quiet(KeyHistory history) {
    listLacked();
    withheld.endForGood(history);
  }

  /** Source events withheld now. */
  public long held() {
    return held;
  }

  /**
   * Updates that a site with everything forwarded has and one with everything mirrored lacks now:
   * those withheld, and those of runs that are thinned and not over.
   */
  public long lacking() {
    listLacked();
    return withheld.updates();
  }

  /** Append time of the oldest of {@link #lacking}, ms since the epoch; 0 if there is none. */
  public long lackingSinceMs() {
    listLacked();
    return withheld.oldestMs();
  }

  Withheld withheld() {
    return withheld;
  }

  private void listLacked() {
    lacked.sort(Comparator.comparingLong(withheld::sinceMs));
    lacked.forEach(withheld::restored);
    lacked.clear();
  }

  private void queueRestored() {
    if (!lacked.isEmpty()) {
      listLacked();
    }
    if (restored.isEmpty()) {
      return;
    }
    restored.sort(
        Comparator.<Held>comparingLong(link -> link.dueMs)
            .thenComparingLong(link -> link.event.sequence()));
    for (Held link : restored) {
      if (queues[link.rule].restore(link, nowMs)) {
        // Under a shorter bound: logged, so that a restart does not make it later again.
        link.owner.touch();
        output.released(link.owner);
      }
    }
    restored.clear();
    sendOrphans();
  }

  private void run(KeyHistory history, Event event, int[] applicable, int from) {
    for (int i = from; i < applicable.length; i++) {
      switch (rules.stage(applicable[i]).receive(history, event, this)) {
        case PASS -> {}
        case TAKEN -> {
          output.taken(applicable[i], 1);
          return;
        }
        case DONE -> {
          return;
        }
      }
    }
    send(history, event);
  }

  /** Hands an event to the rules after {@code rule}. */
  void goOn(KeyHistory history, Event event, int rule) {
    SchemaVersion version = event.version();
    if (version == null) {
      send(history, event);
      return;
    }
    int[] applicable = rules.applicable(version.type().ordinal());
    int from = 0;
    while (from < applicable.length && applicable[from] <= rule) {
      from++;
    }
    run(history, event, applicable, from);
  }

  private void send(KeyHistory history, Event event) {
    sent++;
    if (event.derived()) {
      output.derived(history, event.value(), event.sequence(), event.appendTimeMs(), 0);
    } else {
      output.passed(history, event.value(), event.sequence(), event.appendTimeMs());
    }
  }

  /** Sends a coalesced update. */
  void sendCoalesced(
      KeyHistory history, byte[] value, long sequence, long appendTimeMs, int carried) {
    sent++;
    output.derived(history, value, sequence, appendTimeMs, carried);
  }

  /**
   * Withholds a copy of {@code event}, or remembers it, due when the rule's bound has passed.
   *
   * @param part which part of a tuple it is; 0 for other rules
   * @param remembered whether it goes on all the same
   */
  void hold(KeyHistory history, int rule, Event event, int part, boolean remembered) {
    Held link = new Held(history, rule, event, part, remembered);
    queues[rule].add(link, nowMs);
    keep(history, link);
  }

  /** Puts {@code link} into its chain without queueing it. */
  void keep(KeyHistory history, Held link) {
    history.append(link);
    if (link.counts()) {
      held++;
    }
  }

  /** Queues a link that is in its chain, or about to be. */
  void queue(Held link) {
    queues[link.rule].add(link, nowMs);
  }

  /** Takes a link out of its chain and its queue. */
  void unhold(Held link) {
    if (link.dueMs != Held.NOT_QUEUED) {
      queues[link.rule].remove(link);
    }
    link.owner.remove(link);
    if (link.counts()) {
      held--;
    }
  }

  /** Supersedes a withheld source event. */
  void drop(Held link) {
    unhold(link);
    output.taken(link.rule, 1);
  }

  /** Supersedes {@code events} source events that are in no chain. */
  void taken(int rule, int events) {
    if (events > 0) {
      output.taken(rule, events);
    }
  }

  /** Ends the withholding or the remembering of a part. */
  void giveUp(Held link) {
    if (link.remembered) {
      unhold(link);
      return;
    }
    unhold(link);
    withheld.recount(link.owner, link.rule);
    goOn(link.owner, link.event, link.rule);
  }

  /** What derived events are made with. */
  EventCodec codec() {
    return codec;
  }

  /** Ends the withholding of an event: it goes on to the later rules. */
  void letGo(Held link) {
    unhold(link);
    goOn(link.owner, link.event, link.rule);
  }
}
