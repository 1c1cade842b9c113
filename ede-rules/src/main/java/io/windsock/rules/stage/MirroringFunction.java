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
 * Applies a rule set to the events of one partition (the paper, section 3.2.1, "mirroring
 * function"). It asks each stage, carries out the effects on the histories, and passes final
 * results to the receiver, which alone sends and counts. Owned by one topology task; not
 * thread-safe.
 *
 * <p>Each source event ends as exactly one of: passed, carried in a coalesced update, or taken by a
 * named rule; until then it is held. The counts add up between calls, not during one. Time is
 * passed in; a clock that goes back only causes events to be sent earlier.
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

  /** Creates a function that has received nothing. */
  public MirroringFunction(CompiledRules rules, MirrorOutput output) {
    this.rules = rules;
    this.output = output;
    this.holds = new HoldQueues(rules.maxHoldsMs());
    this.missing = new MissingUpdates(rules.layout());
    this.effects = new Effects(rules.catalogue());
  }

  /**
   * Processes one source event.
   *
   * @param history its key's history; changed, and then dirty
   * @param value framed bytes, structurally valid; may be kept, so the caller must not change them
   * @param version the version that the value's schema id names
   * @param sequence the partition's receive sequence; greater than all before
   * @param appendTimeMs the broker's append time, ms since the epoch
   * @param time the current time, ms since the epoch
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
   * As the other, of an event that the source still has: a history that holds it may be logged with
   * a reference.
   *
   * @param stream the number of its stream in the catalogue
   * @param offset its offset in the partition of the stream's topic
   */
  public void receive(
      KeyHistory history,
      byte[] value,
      SchemaVersion version,
      long sequence,
      long appendTimeMs,
      long time,
      int stream,
      long offset) {
    begin(time);
    Event event = arriving.source(value, version, sequence, appendTimeMs).at(stream, offset);
    pass(history, event, BEFORE_ALL);
  }

  /**
   * Whether a source event is forwarded (the paper's forwarding function).
   *
   * @param history its key's history; may be changed, and then dirty
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
   * Sends the held events that are due. Takes time proportional to their number.
   *
   * @return the number of records sent
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
   * Sends all held events, due or not (the paper, Table 1, {@code mirror}).
   *
   * @return the number of records sent
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

  /** Sends events whose rule no longer exists. */
  private void sendOrphans() {
    int orphans = holds.orphans();
    for (HeldEvent due = holds.due(orphans, nowMs); due != null; due = holds.due(orphans, nowMs)) {
      holds.remove(due);
      send(due.owner(), due.event());
      output.released(due.owner());
    }
  }

  /** Takes over a history read from the changelog and the events that it holds. */
  public void restored(KeyHistory history, long time) {
    holds.restore(history, time);
    missing.restore(history);
    restored = true;
  }

  /** Removes a key whose history is dropped; its updates no longer count as missing. */
  public void forget(KeyHistory history) {
    missing.countRestored();
    missing.forget(history);
  }

  /**
   * Called when a key has had no event for so long that its discarded updates no longer matter;
   * they stop counting as missing. Held events are still sent in time, and count until then.
   *
   * @param history the key's history; may be changed, and then dirty
   */
  public void quiet(KeyHistory history) {
    missing.countRestored();
    missing.forgetDiscarded(history);
  }

  /** Returns the number of source events held. */
  public long held() {
    return holds.held();
  }

  /**
   * Returns the number of updates that a site has after applying the whole forward topic, and lacks
   * after applying the whole mirror topic: the held ones, and those discarded in runs that have not
   * ended.
   */
  public long missing() {
    missing.countRestored();
    return missing.updates();
  }

  /**
   * Returns the append time of the oldest of {@link #missing}, ms since the epoch; 0 if there is
   * none.
   */
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

  /** Passes an event to the first stage after {@code rule} for its type, or sends it. */
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

  /**
   * Carries out the effects from index {@code from}. Later stages decide meanwhile and append their
   * effects behind these.
   */
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
