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
 * The decisions of stages, in the order in which they are to be carried out. A reused buffer, which
 * is {@linkplain #truncate truncated} after the effects are carried out. Owned by the mirroring
 * function's thread.
 */
final class Effects {
  /** The kind of an effect. */
  enum Kind {
    /** The event continues to the next stage. */
    PASS,
    /** The event is held for the key. */
    HOLD,
    /** The event is sent, and also kept for the key. */
    REMEMBER,
    /** The event replaces the held one, which is superseded. */
    REPLACE,
    /** The event, or the held one, is not sent, because another replaces it. */
    SUPERSEDE,
    /** The held event continues to the next stage; one that was only remembered is dropped. */
    RELEASE,
    /** The held event is removed: the event that is derived next carries it. */
    CARRY,
    /** The event, which the stage has created, continues to the next stage. */
    DERIVE,
    /** The event that passes next replaces what the mirrors lack of a type for good. */
    COVER,
    /** Everything that the stage holds for the key is due at once. */
    EXPIRE,
    /** The stage decides on the event again after the preceding effects are carried out. */
    DECIDE_AGAIN
  }

  /** One effect; valid until the buffer is truncated. */
  static final class Effect {
    Kind kind = Kind.PASS;
    @Nullable Event event;
    @Nullable HeldEvent held;

    /** The index of the tuple's part that is held, or the ordinal of the type that is covered. */
    int number;

    /** Whether a held event is queued itself, not with another of its chain. */
    boolean queued;

    Event event() {
      return Objects.requireNonNull(event);
    }

    HeldEvent held() {
      return Objects.requireNonNull(held);
    }
  }

  /**
   * The codec for stages. It is here because a codec belongs to one thread, and stages are shared.
   */
  final EventCodec codec;

  /** Grows to the maximum number of effects needed at once: a few hundred at worst. */
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

  /** Drops everything after the first {@code length} effects. */
  void truncate(int length) {
    while (size > length) {
      Effect effect = effects.get(--size);
      effect.event = null;
      effect.held = null;
    }
  }
}
