package io.windsock.rules.stage;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.rules.history.Event;
import io.windsock.rules.history.HeldEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What stages decide, in the order in which it is to be carried out. A buffer that is reused: who
 * carries the effects out {@linkplain #truncate truncates} it afterwards. Owned by the mirroring
 * function's thread.
 */
final class Effects {
  /** What an effect does. */
  enum Kind {
    /** The event goes on to the next stage. */
    PASS,
    /** The event is held back for the key. */
    HOLD,
    /** The event, which is sent all the same, is kept for the key. */
    REMEMBER,
    /** The event takes the place of the held one, which is superseded. */
    REPLACE,
    /** The event, or the held one, will not be sent: another stands for it. */
    SUPERSEDE,
    /** The held event goes on to the next stage; one that was only remembered is forgotten. */
    RELEASE,
    /** The held event is held no longer: the event that is derived next carries it. */
    CARRY,
    /** The event, which the stage has made, goes on to the next stage. */
    DERIVE,
    /** The event that passes next stands for what the mirrors are missing of a type for good. */
    COVER,
    /** What the stage holds of the key is due at once. */
    EXPIRE,
    /** The stage decides on the event once the effects before this one are carried out. */
    DECIDE_AGAIN
  }

  /** One effect; valid until the buffer is truncated. */
  static final class Effect {
    Kind kind = Kind.PASS;
    @Nullable Event event;
    @Nullable HeldEvent held;

    /** The part of a tuple that is held, or the ordinal of the type that is covered. */
    int number;

    /** Of what is held, whether it is due by itself, not with another of its chain. */
    boolean queued;

    Event event() {
      return Objects.requireNonNull(event);
    }

    HeldEvent held() {
      return Objects.requireNonNull(held);
    }
  }

  /** What stages read and write events with: not for more than one thread, so not theirs. */
  final EventCodec codec;

  /** Grown to the most effects that were ever needed at once: some hundreds at worst. */
  private final List<Effect> effects = new ArrayList<>();

  private int size;

  Effects(Catalogue catalogue) {
    codec = new EventCodec(catalogue);
  }

  private Effect add(Kind kind, @Nullable Event event, @Nullable HeldEvent held) {
    if (size == effects.size()) {
      effects.add(new Effect());
    }
    Effect effect = effects.get(size++);
    effect.kind = kind;
    effect.event = event;
    effect.held = held;
    return effect;
  }

  void pass(Event event) {
    add(Kind.PASS, event, null);
  }

  void hold(Event event, int part, boolean queued) {
    Effect effect = add(Kind.HOLD, event, null);
    effect.number = part;
    effect.queued = queued;
  }

  void remember(Event event, int part) {
    Effect effect = add(Kind.REMEMBER, event, null);
    effect.number = part;
    effect.queued = true;
  }

  void replace(HeldEvent held, Event event) {
    add(Kind.REPLACE, event, held);
  }

  void supersede(Event event) {
    add(Kind.SUPERSEDE, event, null);
  }

  void supersede(HeldEvent held) {
    add(Kind.SUPERSEDE, null, held);
  }

  void release(HeldEvent held) {
    add(Kind.RELEASE, null, held);
  }

  void carry(HeldEvent held) {
    add(Kind.CARRY, null, held);
  }

  void derive(Event event) {
    add(Kind.DERIVE, event, null);
  }

  void cover(int type) {
    add(Kind.COVER, null, null).number = type;
  }

  void expire() {
    add(Kind.EXPIRE, null, null);
  }

  void decideAgain(Event event) {
    add(Kind.DECIDE_AGAIN, event, null);
  }

  int size() {
    return size;
  }

  Effect get(int place) {
    return effects.get(place);
  }

  /** Drops what is behind the first {@code length} effects. */
  void truncate(int length) {
    while (size > length) {
      Effect effect = effects.get(--size);
      effect.event = null;
      effect.held = null;
    }
  }
}
