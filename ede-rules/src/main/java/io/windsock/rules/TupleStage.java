package io.windsock.rules;

import io.windsock.contracts.schema.SchemaVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * {@link ComplexTuple}, compiled. Keeps two numbers a key, how many updates the mirrors lack
 * because of it and since when; and the parts that have come, each in the queue for its own time to
 * live: withheld if the derived event is to replace them, else only remembered.
 */
final class TupleStage implements Stage {
  /** Bytes of parts above which they are sent as they are, beside the derived event. */
  static final int MAX_BYTES = 512 * 1024;

  /** The largest derived event: with room to spare, what an output topic takes. */
  static final int MAX_DERIVED_BYTES = 2 * 1024 * 1024;

  private final int index;
  private final int slot;
  private final Trigger[] parts;
  private final DerivedEvent derived;
  private final long timeToLiveMs;
  private final boolean absorb;

  TupleStage(
      int index,
      int slot,
      List<Trigger> parts,
      DerivedEvent derived,
      long timeToLiveMs,
      boolean absorb) {
    this.index = index;
    this.slot = slot;
    this.parts = parts.toArray(new Trigger[0]);
    this.derived = derived;
    this.timeToLiveMs = timeToLiveMs;
    this.absorb = absorb;
  }

  @Override
  public int numbers() {
    return 2;
  }

  @Override
  public int lackSlot() {
    return slot;
  }

  @Override
  public long maxHoldMs() {
    return timeToLiveMs;
  }

  @Override
  public Verdict receive(KeyHistory history, Event event, MirroringFunction function) {
    int fitting = fitting(event);
    if (fitting == 0 || tooOld(history, event)) {
      return Verdict.PASS;
    }
    expire(history, event, function);
    if (!history.hasRoom(event.value().length)) {
      return Verdict.PASS;
    }
    int part = open(history, fitting);
    if (part < 0) {
      Held same = history.part(index, Integer.numberOfTrailingZeros(fitting));
      if (same == null || !event.asNewAs(same.event)) {
        return Verdict.PASS;
      }
      part = same.part;
      function.giveUp(same);
    }
    function.hold(history, index, event, part, !absorb);
    function.withheld().recount(history, index);
    if (open(history, (1 << parts.length) - 1) < 0) {
      complete(history, event, function);
      return Verdict.DONE;
    }
    return absorb ? Verdict.DONE : Verdict.PASS;
  }

  /** A bit for each part that the event can be. */
  private int fitting(Event event) {
    int fitting = 0;
    for (int i = 0; i < parts.length; i++) {
      if (parts[i].fits(event)) {
        fitting |= 1 << i;
      }
    }
    return fitting;
  }

  /** The first of the {@code wanted} parts that has not come yet; -1 if all have. */
  private int open(KeyHistory history, int wanted) {
    for (int i = 0; i < parts.length; i++) {
      if ((wanted & 1 << i) != 0 && history.part(index, i) == null) {
        return i;
      }
    }
    return -1;
  }

  private boolean tooOld(KeyHistory history, Event event) {
    long time = event.eventTimeMs();
    for (Held link = history.first(index); link != null; link = link.next) {
      if (link.event.eventTimeMs() - time > timeToLiveMs) {
        return true;
      }
    }
    return false;
  }

  /** Gives up parts that are too old by event time to belong with {@code event}. */
  private void expire(KeyHistory history, Event event, MirroringFunction function) {
    long time = event.eventTimeMs();
    Held link = history.first(index);
    while (link != null) {
      Held next = link.next;
      if (time - link.event.eventTimeMs() > timeToLiveMs) {
        function.giveUp(link);
      }
      link = next;
    }
  }

  private void complete(KeyHistory history, Event last, MirroringFunction function) {
    List<Event> all = new ArrayList<>(parts.length);
    int bytes = 0;
    for (int i = 0; i < parts.length; i++) {
      Held link = history.part(index, i);
      if (link == null) {
        throw new IllegalStateException("a tuple without its part " + i);
      }
      function.unhold(link);
      all.add(link.event);
      bytes += link.event.value().length;
    }
    function.withheld().clear(history, index);
    boolean replace = absorb && bytes <= MAX_BYTES;
    byte[] value = derived.make(all, replace, function.codec());
    boolean fits = value.length <= MAX_DERIVED_BYTES;
    if (replace && fits) {
      function.taken(index, all.size());
    } else {
      sendParts(history, absorb ? all : List.of(last), function);
    }
    if (!fits) {
      return;
    }
    SchemaVersion version = derived.type().current();
    Event made = new Event();
    made.set(value, version, highestSequence(all), last.appendTimeMs(), true);
    function.goOn(history, made, index);
  }

  /** The part that completes a tuple may have been withheld by an earlier rule, and be older. */
  private static long highestSequence(List<Event> parts) {
    long highest = 0;
    for (Event part : parts) {
      highest = Math.max(highest, part.sequence());
    }
    return highest;
  }

  private void sendParts(KeyHistory history, List<Event> events, MirroringFunction function) {
    List<Event> inOrder = new ArrayList<>(events);
    inOrder.sort(Comparator.comparingLong(Event::sequence));
    for (Event part : inOrder) {
      function.goOn(history, part, index);
    }
  }

  @Override
  public void due(Held held, MirroringFunction function) {
    function.giveUp(held);
  }
}
