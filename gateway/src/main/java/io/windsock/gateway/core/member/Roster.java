package io.windsock.gateway.core.member;

import io.windsock.contracts.query.Rendezvous;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Members in slots, and which of them are alive. A member is alive from its first heartbeat on,
 * until it has been silent for longer than a bound; its next heartbeat makes it alive again. Slots
 * are given to other members only after {@link #release}. Owned by one thread.
 */
final class Roster {
  private final @Nullable String[] names;
  private final long[] hashes;
  private final long[] heardNs;
  private final Map<String, Integer> slots = new HashMap<>();
  private long alive;

  Roster(int capacity) {
    names = new String[capacity];
    hashes = new long[capacity];
    heardNs = new long[capacity];
  }

  /** Returns the slot of a member; -1 if it is not known. */
  int slot(String name) {
    Integer slot = slots.get(name);
    return slot == null ? -1 : slot;
  }

  /** Returns the slot of a member, which is given one if one is free; -1 otherwise. */
  int add(String name) {
    int known = slot(name);
    return known >= 0 ? known : fill(name);
  }

  private int fill(String name) {
    for (int slot = 0; slot < names.length; slot++) {
      if (names[slot] == null) {
        names[slot] = name;
        hashes[slot] = Rendezvous.hash(name);
        slots.put(name, slot);
        return slot;
      }
    }
    return -1;
  }

  /** Forgets the member in {@code slot}. */
  void release(int slot) {
    slots.remove(name(slot));
    names[slot] = null;
    alive &= ~(1L << slot);
  }

  String name(int slot) {
    String name = names[slot];
    if (name == null) {
      throw new IllegalStateException("no member in slot " + slot);
    }
    return name;
  }

  long hash(int slot) {
    return hashes[slot];
  }

  long alive() {
    return alive;
  }

  /** Returns the slots in use. */
  long known() {
    long known = 0;
    for (int slot = 0; slot < names.length; slot++) {
      known |= names[slot] == null ? 0 : 1L << slot;
    }
    return known;
  }

  /**
   * Notes when a member was heard. The time noted of one that is alive never goes back, because a
   * pause may have extended its grace. Returns whether it was not alive before.
   */
  boolean heard(int slot, long atNs) {
    boolean returned = (alive & (1L << slot)) == 0;
    if (returned || atNs - heardNs[slot] > 0) {
      heardNs[slot] = atNs;
    }
    alive |= 1L << slot;
    return returned;
  }

  /** Returns for how long the member in {@code slot} has been silent, ns. */
  long silentNs(int slot, long nowNs) {
    return nowNs - heardNs[slot];
  }

  /** Excludes the members that have been silent for longer than {@code boundNs}; returns them. */
  long exclude(long nowNs, long boundNs) {
    long silent = 0;
    for (long rest = alive; rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      silent |= silentNs(slot, nowNs) > boundNs ? 1L << slot : 0;
    }
    alive &= ~silent;
    return silent;
  }

  /** Excludes the member in {@code slot}. Returns whether it was alive. */
  boolean lose(int slot) {
    boolean was = (alive & (1L << slot)) != 0;
    alive &= ~(1L << slot);
    return was;
  }

  /** Extends the grace of each member by {@code byNs}, as if it had been heard later. */
  void extend(long byNs, long nowNs) {
    for (int slot = 0; slot < heardNs.length; slot++) {
      heardNs[slot] = nowNs - Math.max(0, nowNs - heardNs[slot] - byNs);
    }
  }

  @Override
  public String toString() {
    return Arrays.toString(names) + " alive " + Long.toBinaryString(alive);
  }
}
