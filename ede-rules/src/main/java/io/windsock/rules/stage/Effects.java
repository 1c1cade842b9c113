package io.windsock.rules.stage;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.rules.history.Event;
import io.windsock.rules.history.HeldEvent;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What stages decide, in the order in which it is to be carried out. A buffer that is reused: who
 * carries the effects out {@linkplain #truncate truncates} it afterwards. Owned by the mirroring
 * function's thread.
 */
public final class Effects {
  /** What an effect does. */
  public enum Kind {
    /** The event goes on to the next stage. */
    PASS,
    /** The event is kept for the key: held back, or only remembered. */
    HOLD,
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
    /** The event stands for what the mirrors are missing of a type for good. */
    COVER,
    /** What the stage holds of the key is due at once. */
    EXPIRE,
    /** The stage decides on the event once the effects before this one are carried out. */
    DECIDE_AGAIN
  }

  /** One effect; valid until the buffer is truncated. */
  public static final class Effect {
    private Kind kind = Kind.PASS;
    private @Nullable Event event;
    private @Nullable HeldEvent held;
    private int part;
    private boolean remembered;
    private boolean queued;

    /** What it does. */
    public Kind kind() {
      return kind;
    }

    /** The event that it is about, unless it is about a held one alone. */
    public Event event() {
      return Objects.requireNonNull(event);
    }

    /** The held event that it is about; null if it is about the event alone. */
    public @Nullable HeldEvent held() {
      return held;
    }

    /** Of {@link Kind#HOLD}: which part of a tuple the event is; of {@link Kind#COVER}: the type. */
    public int number() {
      return part;
    }

    /** Of {@link Kind#HOLD}: whether the event is sent all the same. */
    public boolean remembered() {
      return remembered;
    }

    /** Of {@link Kind#HOLD}: whether the event is due by itself, not with another of its chain. */
    public boolean queued() {
      return queued;
    }
  }

  private static final int INITIAL_EFFECTS = 16;

  private final EventCodec codec;
  private Effect[] effects = new Effect[0];
  private int size;

  /** An empty buffer. */
  public Effects(Catalogue catalogue) {
    codec = new EventCodec(catalogue);
    grow(INITIAL_EFFECTS);
  }

  private void grow(int length) {
    int from = effects.length;
    effects = Arrays.copyOf(effects, length);
    for (int i = from; i < length; i++) {
      effects[i] = new Effect();
    }
  }

  private Effect add(Kind kind, @Nullable Event event, @Nullable HeldEvent held) {
    if (size == effects.length) {
      grow(2 * size);
    }
    Effect effect = effects[size++];
    effect.kind = kind;
    effect.event = event;
    effect.held = held;
    return effect;
  }

  void pass(Event event) {
    add(Kind.PASS, event, null);
  }

  void hold(Event event, int part, boolean remembered, boolean queued) {
    Effect effect = add(Kind.HOLD, event, null);
    effect.part = part;
    effect.remembered = remembered;
    effect.queued = queued;
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
    add(Kind.COVER, null, null).part = type;
  }

  void expire() {
    add(Kind.EXPIRE, null, null);
  }

  void decideAgain(Event event) {
    add(Kind.DECIDE_AGAIN, event, null);
  }

  /** What stages read and write events with: not for more than one thread, so not theirs. */
  public EventCodec codec() {
    return codec;
  }

  /** How many effects there are. */
  public int size() {
    return size;
  }

  /** The effect at this place. */
  public Effect get(int place) {
    return effects[place];
  }

  /** Drops what is behind the first {@code length} effects. */
  public void truncate(int length) {
    while (size > length) {
      Effect effect = effects[--size];
      effect.event = null;
      effect.held = null;
    }
  }
}
