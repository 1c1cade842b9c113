package io.windsock.rules.stage;

import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.rules.history.Event;
import io.windsock.rules.history.HeldEvent;
import io.windsock.rules.history.HoldQueues;
import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.history.MissingUpdates;
import java.util.Objects;

/**
 * What a rule set does with the events of one partition (the paper, section 3.2.1, "mirroring
 * function"): asks each stage, carries its effects out on the histories, and hands what is final to
 * the receiver, which alone sends and counts. Owned by one topology task: not safe for use by two
 * threads.
 *
 * <p>Each source event ends as exactly one of: passed, carried in a coalesced update, or taken by a
 * named rule; until then it is held. The counts add up between calls, not within one. Time is
 * handed in; a clock that goes back only makes events be sent earlier.
 */
public final class MirroringFunction {
  private static final int BEFORE_ALL = -1;

  private final CompiledRules rules;
  private final MirrorOutput output;
  private final HoldQueues holds;
  private final MissingUpdates missing;
  private final Effects effects;
  private final Event arriving = new Event();
  private boolean restored;
  private long nowMs;
  private long sent;

  /** A function that has received nothing. */
  public MirroringFunction(CompiledRules rules, MirrorOutput output) {
    this.rules = rules;
    this.output = output;
    this.holds = new HoldQueues(rules.maxHoldsMs());
    this.missing = new MissingUpdates(rules.layout());
    this.effects = new Effects(rules.catalogue());
  }

  /**
   * Takes one source event.
   *
   * @param history its key's; changed, and then dirty
   * @param value framed bytes, structurally valid; may be kept, so the caller leaves them alone
   * @param version what the value's schema id names
   * @param sequence the partition's receive sequence; greater than any before
   * @param appendTimeMs when the broker appended it, ms since the epoch
   * @param time the time, ms since the epoch
   */
  public void receive(
      KeyHistory history,
      byte[] value,
      SchemaVersion version,
      long sequence,
      long appendTimeMs,
      long time) {
    begin(time);
    pass(history, arriving.source(value, version, sequence, appendTimeMs), BEFORE_ALL);
  }

  /**
   * Whether a source event is forwarded (the paper's forwarding function).
   *
   * @param history its key's; may be changed, and then dirty
   */
  public boolean forwards(
      KeyHistory history, byte[] value, SchemaVersion version, long sequence, long appendTimeMs) {
    FunctionStage forwarding = rules.forwarding();
    if (forwarding == null || !version.type().supersedable()) {
      return true;
    }
    arriving.source(value, version, sequence, appendTimeMs);
    return forwarding.sends(history, arriving, effects.codec);
  }

  /**
   * Sends what has been held for as long as it may be. Takes time in proportion to what is due.
   *
   * @return how many records it sent
   */
  public int release(long time) {
    long before = sent;
    begin(time);
    sendOrphans();
    for (int rule = 0; rule < holds.orphans(); rule++) {
      for (HeldEvent due = holds.due(rule, time); due != null; due = holds.due(rule, time)) {
        release(due);
      }
    }
    return (int) (sent - before);
  }

  /**
   * Sends all that is held, however long it might wait still (the paper, Table 1, {@code mirror}).
   *
   * @return how many records it sent
   */
  public int releaseAll(long time) {
    long before = sent;
    begin(time);
    for (int rule = 0; rule < holds.orphans(); rule++) {
      HeldEvent first = holds.first(rule);
      while (first != null && !first.remembered()) {
        release(first);
        first = holds.first(rule);
      }
    }
    return (int) (sent - before);
  }

  private void release(HeldEvent held) {
    due(held);
    output.released(held.owner());
  }

  /** Sends events whose rule is gone. */
  private void sendOrphans() {
    int orphans = holds.orphans();
    for (HeldEvent due = holds.due(orphans, nowMs); due != null; due = holds.due(orphans, nowMs)) {
      holds.remove(due);
      send(due.owner(), due.event());
      output.released(due.owner());
    }
  }

  /** Takes over a history read from the changelog, with the events that it holds. */
  public void restored(KeyHistory history, long time) {
    holds.restore(history, time);
    missing.restore(history);
    restored = true;
  }

  /** A key's history is forgotten: nobody is missing anything of it any more. */
  public void forget(KeyHistory history) {
    missing.countRestored();
    missing.forget(history);
  }

  /**
   * No event of a key has come for so long that what was discarded of it is of no interest any
   * more, and is missing no more. What is held is sent in time, and counts until then.
   *
   * @param history the key's; may be changed, and then dirty
   */
  public void quiet(KeyHistory history) {
    missing.countRestored();
    missing.forgetDiscarded(history);
  }

  /** Source events held now. */
  public long held() {
    return holds.held();
  }

  /**
   * Updates that a site with everything forwarded has and one with everything mirrored is missing
   * now: those held, and those of runs that are thinned and not over.
   */
  public long missing() {
    missing.countRestored();
    return missing.updates();
  }

  /** Append time of the oldest of {@link #missing}, ms since the epoch; 0 if there is none. */
  public long missingSinceMs() {
    missing.countRestored();
    return missing.oldestMs();
  }

  private void begin(long time) {
    nowMs = time;
    if (restored) {
      restored = false;
      missing.countRestored();
      holds.queueRestored(time, output::released);
      sendOrphans();
    }
  }

  /** Hands an event to the first stage behind {@code rule} for its type, or sends it. */
  private void pass(KeyHistory history, Event event, int rule) {
    int next = rules.next(event.type(), rule);
    if (next == CompiledRules.NONE) {
      send(history, event);
    } else {
      decide(history, event, next);
    }
  }

  private void decide(KeyHistory history, Event event, int rule) {
    int from = effects.size();
    rules.stages().get(rule).decide(history, event, effects);
    carryOut(history, rule, from);
  }

  private void due(HeldEvent held) {
    int from = effects.size();
    rules.stages().get(held.rule()).due(held, effects);
    carryOut(held.owner(), held.rule(), from);
  }

  /** Later stages decide meanwhile, and put their effects behind these. */
  private void carryOut(KeyHistory history, int rule, int from) {
    int to = effects.size();
    for (int i = from; i < to; i++) {
      carryOut(history, rule, effects.get(i));
    }
    effects.truncate(from);
  }

  private void carryOut(KeyHistory history, int rule, Effects.Effect effect) {
    switch (effect.kind) {
      case PASS, DERIVE -> {
        missing.recount(history, rule);
        pass(history, effect.event(), rule);
      }
      case HOLD -> {
        keep(history, rule, effect, false);
        missing.add(history, rule, effect.event());
      }
      case REMEMBER -> keep(history, rule, effect, true);
      case REPLACE -> {
        effect.held().replace(effect.event());
        take(history, rule, effect.event());
      }
      case SUPERSEDE -> supersede(history, rule, effect);
      case RELEASE -> release(history, rule, effect.held());
      case CARRY -> holds.remove(effect.held());
      case COVER -> cover(history, rules.catalogue().types().get(effect.number));
      case EXPIRE -> due(Objects.requireNonNull(history.first(rule)));
      case DECIDE_AGAIN -> decide(history, effect.event(), rule);
    }
  }

  private void keep(KeyHistory history, int rule, Effects.Effect effect, boolean remembered) {
    holds.hold(
        new HeldEvent(history, rule, effect.event(), effect.number, remembered),
        effect.queued,
        nowMs);
  }

  private void supersede(KeyHistory history, int rule, Effects.Effect effect) {
    if (effect.held == null) {
      take(history, rule, effect.event());
    } else {
      holds.remove(effect.held);
      output.taken(rule, 1);
    }
  }

  private void take(KeyHistory history, int rule, Event event) {
    missing.add(history, rule, event);
    output.taken(rule, 1);
  }

  private void release(KeyHistory history, int rule, HeldEvent held) {
    holds.remove(held);
    if (!held.remembered()) {
      missing.recount(history, rule);
      pass(history, held.event(), rule);
    }
  }

  private void cover(KeyHistory history, EventType type) {
    for (int rule = rules.next(type, BEFORE_ALL); rule >= 0; rule = rules.next(type, rule)) {
      if (rules.isOfOneType(rule)) {
        missing.clearDiscarded(history, rule);
      }
    }
  }

  private void send(KeyHistory history, Event event) {
    sent++;
    if (event.derived()) {
      output.derived(
          history, event.value(), event.sequence(), event.appendTimeMs(), event.carried());
    } else {
      output.passed(history, event.value(), event.sequence(), event.appendTimeMs());
    }
  }
}
