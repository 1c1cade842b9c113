package io.windsock.rules.stage;

import io.windsock.rules.history.Event;
import io.windsock.rules.history.HeldEvent;
import io.windsock.rules.history.KeyHistory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled {@link io.windsock.rules.ComplexTuple}. Keeps two numbers per key (how many updates
 * the mirrors lack because of it, and since when) and the parts that have arrived, each queued for
 * its own time to live. Parts are held if the derived event is to replace them, and otherwise only
 * remembered.
 *
 * @param rule the rule's number
 * @param parts the parts to combine
 * @param derived creates the derived event
 * @param maxHoldMs how long a part waits for the others
 * @param absorb whether the derived event replaces the parts
 */
public record TupleStage(
    int rule, List<Trigger> parts, DerivedEventMaker derived, long maxHoldMs, boolean absorb)
    implements Stage {
  /**
   * The size of the parts above which they are sent themselves, in addition to the derived event.
   */
  static final int MAX_BYTES = 512 * 1024;

  /** The maximum size of a derived event, well below what an output topic accepts. */
  public static final int MAX_DERIVED_BYTES = 2 * 1024 * 1024;

  /** Copies the parts. */
  public TupleStage {
    parts = List.copyOf(parts);
  }

  @Override
  public int slots() {
    return 2;
  }

  @Override
  public int missingSlot() {
    return 0;
  }

  @Override
  public void decide(KeyHistory history, Event event, Effects effects) {
    int fitting = TupleMatching.fitting(parts, event);
    if (fitting == 0 || tooOld(history, event)) {
      effects.pass(event);
    } else if (expire(history, event, effects)) {
      effects.decideAgain(event);
    } else if (!history.hasRoom(event.value().length)) {
      effects.pass(event);
    } else {
      take(history, event, fitting, effects);
    }
  }

  private void take(KeyHistory history, Event event, int fitting, Effects effects) {
    TupleMatching matching = new TupleMatching(parts, history.first(rule));
    int part = matching.room(fitting);
    if (part >= 0 && matching.lacksOnly(part)) {
      complete(matching.arrived(), part, event, effects);
      return;
    }
    if (part < 0) {
      part = displace(matching, event, fitting, effects);
    }
    if (part < 0) {
      effects.pass(event);
    } else if (absorb) {
      effects.hold(event, part, true);
    } else {
      effects.remember(event, part);
      effects.pass(event);
    }
  }

  /** Releases an older event in favour of this one; returns its part, or −1 if none is older. */
  private static int displace(TupleMatching matching, Event event, int fitting, Effects effects) {
    int oldest = matching.oldest(fitting);
    HeldEvent held = oldest < 0 ? null : matching.arrived()[oldest];
    if (held == null || !event.asNewAs(held.event())) {
      return -1;
    }
    effects.release(held);
    matching.remove(oldest);
    return matching.room(fitting);
  }

  private boolean tooOld(KeyHistory history, Event event) {
    long time = event.eventTimeMs();
    for (HeldEvent link = history.first(rule); link != null; link = link.next()) {
      if (link.event().eventTimeMs() - time > maxHoldMs) {
        return true;
      }
    }
    return false;
  }

  /** Releases parts that are too old by event time to be combined with {@code event}. */
  private boolean expire(KeyHistory history, Event event, Effects effects) {
    boolean any = false;
    long time = event.eventTimeMs();
    for (HeldEvent link = history.first(rule); link != null; link = link.next()) {
      if (time - link.event().eventTimeMs() > maxHoldMs) {
        effects.release(link);
        any = true;
      }
    }
    return any;
  }

  /** Completes the tuple with its last part; {@code come} contains all others. */
  private void complete(@Nullable HeldEvent[] come, int part, Event last, Effects effects) {
    List<Event> all = new ArrayList<>(come.length);
    int bytes = 0;
    long sequence = 0;
    for (int i = 0; i < come.length; i++) {
      HeldEvent held = come[i];
      Event event = i == part || held == null ? last : held.event();
      all.add(event);
      bytes += event.value().length;
      // An earlier rule may have held the completing part, so it may be older than the others.
      sequence = Math.max(sequence, event.sequence());
    }
    boolean replace = absorb && bytes <= MAX_BYTES;
    byte[] value = derived.make(all, replace, effects.codec);
    boolean fits = value.length <= MAX_DERIVED_BYTES;
    if (replace && fits) {
      supersede(come, last, effects);
    } else {
      release(come, last, effects);
    }
    if (fits) {
      effects.derive(
          new Event().derived(value, derived.type().current(), sequence, last.appendTimeMs(), 0));
    }
  }

  private static void supersede(@Nullable HeldEvent[] come, Event last, Effects effects) {
    for (HeldEvent held : come) {
      if (held != null) {
        effects.supersede(held);
      }
    }
    effects.supersede(last);
  }

  /** Releases the parts in receive order. */
  private static void release(@Nullable HeldEvent[] come, Event last, Effects effects) {
    List<HeldEvent> others = new ArrayList<>();
    for (HeldEvent held : come) {
      if (held != null) {
        others.add(held);
      }
    }
    others.sort(Comparator.comparingLong(held -> held.event().sequence()));
    boolean passed = false;
    for (HeldEvent held : others) {
      if (!passed && held.event().sequence() > last.sequence()) {
        effects.pass(last);
        passed = true;
      }
      effects.release(held);
    }
    if (!passed) {
      effects.pass(last);
    }
  }

  @Override
  public void due(HeldEvent held, Effects effects) {
    effects.release(held);
  }
}
