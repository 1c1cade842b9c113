package io.windsock.rules.stage;

import io.windsock.rules.history.Event;
import io.windsock.rules.history.HeldEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The assignment of a key's arrived events to the parts of a tuple. An event that matches several
 * parts is moved to another of them if a later event needs its place, along an augmenting path
 * (Kuhn's algorithm for bipartite matchings); so the parts may arrive in any order. The part with
 * which an event is logged is where it was when it arrived. Created for one decision.
 */
final class TupleMatching {
  private final List<Trigger> parts;

  /** By part, the event assigned to it. */
  private final @Nullable HeldEvent[] arrived;

  /**
   * Assigns the events of a chain, oldest arrival first.
   *
   * @param first the first of the chain; null if nothing has arrived
   */
  TupleMatching(List<Trigger> parts, @Nullable HeldEvent first) {
    this.parts = parts;
    this.arrived = new HeldEvent[parts.size()];
    for (HeldEvent link = first; link != null; link = link.next()) {
      if (link.part() < arrived.length) { // otherwise of an old rule that has the same id by chance
        add(link);
      }
    }
  }

  private void add(HeldEvent held) {
    int part = arrived[held.part()] == null ? held.part() : room(fitting(parts, held.event()));
    if (part >= 0) {
      arrived[part] = held;
    }
  }

  /** Returns a bit for each part that the event matches. */
  static int fitting(List<Trigger> parts, Event event) {
    int fitting = 0;
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).fits(event)) {
        fitting |= 1 << i;
      }
    }
    return fitting;
  }

  /** Returns the event of each part; null for those that have not arrived. */
  @Nullable HeldEvent[] arrived() {
    return arrived;
  }

  /**
   * Makes room for an event that matches the {@code fitting} parts, moving others if need be.
   *
   * @return the part that is free for it; −1 if there is no room
   */
  int room(int fitting) {
    return room(fitting, new boolean[arrived.length]);
  }

  private int room(int fitting, boolean[] tried) {
    int free = firstMissing(fitting);
    for (int i = 0; i < arrived.length && free < 0; i++) {
      HeldEvent held = arrived[i];
      if ((fitting & 1 << i) != 0 && !tried[i] && held != null) {
        tried[i] = true;
        free = move(held, i, tried);
      }
    }
    return free;
  }

  /** Moves an event to another part that it matches; returns the part that it left, or −1. */
  private int move(HeldEvent held, int from, boolean[] tried) {
    int to = room(fitting(parts, held.event()), tried);
    if (to < 0) {
      return -1;
    }
    arrived[to] = held;
    arrived[from] = null;
    return from;
  }

  /** Returns the first of the {@code wanted} parts that has not arrived; −1 if all have. */
  private int firstMissing(int wanted) {
    for (int i = 0; i < arrived.length; i++) {
      if ((wanted & 1 << i) != 0 && arrived[i] == null) {
        return i;
      }
    }
    return -1;
  }

  /** Whether all parts but this one have arrived. */
  boolean lacksOnly(int part) {
    return firstMissing((1 << arrived.length) - 1 & ~(1 << part)) < 0;
  }

  /**
   * Returns the part of the oldest event by event time without which there would be room for an
   * event that matches the {@code fitting} parts; −1 if there is room.
   */
  int oldest(int fitting) {
    boolean[] tried = new boolean[arrived.length];
    room(fitting, tried);
    int oldest = -1;
    long oldestMs = Long.MAX_VALUE;
    for (int i = 0; i < arrived.length; i++) {
      HeldEvent held = arrived[i];
      if (tried[i] && held != null && held.event().eventTimeMs() < oldestMs) {
        oldest = i;
        oldestMs = held.event().eventTimeMs();
      }
    }
    return oldest;
  }

  /** Takes the event of a part away. */
  void remove(int part) {
    arrived[part] = null;
  }
}
