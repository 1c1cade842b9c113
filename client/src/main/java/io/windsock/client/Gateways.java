package io.windsock.client;

import io.windsock.contracts.query.Rendezvous;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.SlowStart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The gateways of a client for one kind of calls, and which of them may be asked. Each has a slot,
 * the index of its URL. Pure; owned by the event loop.
 */
final class Gateways {
  private static final int MAX_LISTS = 1024;

  /** For how long a gateway that has refused a call is taken to have too many, ns. */
  static final long BUSY_NS = 1_000_000_000;

  private final String[] names;
  private final long[] hashes;
  private final long[] heardNs;

  /** When each of those that are busy said so last. */
  private final long[] busyNs;

  private final long silenceNs;
  private final SlowStart starts;

  /** Bits of slots. */
  private long up;

  private long takesCalls;

  /** Those that came up while another of that name was up: two URLs of one gateway. */
  private long twins;

  private long busy;

  /** The lists of names, by the slots in them; cleared when names change. */
  private final Map<Long, List<String>> lists = new HashMap<>();

  /**
   * Creates gateways that are all down.
   *
   * @param count how many
   * @param silenceNs a gateway that was not heard from for longer is silent, ns
   */
  Gateways(int count, long silenceNs) {
    names = new String[count];
    Arrays.fill(names, "");
    hashes = new long[count];
    heardNs = new long[count];
    busyNs = new long[count];
    starts = new SlowStart(count, slot -> hashes[slot]);
    this.silenceNs = silenceNs;
  }

  /**
   * Notes a batch of a gateway. Returns whether it may be asked now and might not be before, so
   * that calls which wait for a gateway can go.
   */
  boolean heard(int slot, Responder responder, long nowNs) {
    long bit = 1L << slot;
    boolean opened = (up & bit) == 0 || isSilent(slot, nowNs);
    heardNs[slot] = nowNs;
    if (responder.takesCalls() != ((takesCalls & bit) != 0)) {
      takesCalls ^= bit;
      opened |= responder.takesCalls();
    }
    if ((up & bit) == 0 || !responder.name().equals(names[slot])) {
      up |= bit;
      names[slot] = responder.name();
      hashes[slot] = Rendezvous.hash(responder.name());
      twins |= isTwin(slot) ? bit : 0;
      lists.clear();
    }
    starts.seen(slot, responder.incarnation());
    starts.take(up & takesCalls, nowNs);
    return opened;
  }

  /**
   * Notes that something arrived from a gateway that is up, such as a part of a big answer. Returns
   * whether it was silent, and is no more.
   *
   * @param atNs when the last of it arrived
   */
  boolean arrived(int slot, long atNs, long nowNs) {
    if (atNs - heardNs[slot] <= 0) {
      return false;
    }
    boolean wasSilent = isSilent(slot, nowNs);
    heardNs[slot] = atNs;
    return wasSilent && !isSilent(slot, nowNs);
  }

  /** Notes that a gateway has too many calls pending itself. */
  void busy(int slot, long nowNs) {
    busy |= 1L << slot;
    busyNs[slot] = nowNs;
  }

  /** Returns whether all of these gateways lately had too many calls pending. */
  boolean areBusy(long slots, long nowNs) {
    for (long rest = slots & busy; rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      busy &= nowNs - busyNs[slot] > BUSY_NS ? ~(1L << slot) : -1;
    }
    return (slots & ~busy) == 0;
  }

  /** Notes that the connection to a gateway is lost. */
  void down(int slot) {
    long bit = 1L << slot;
    if ((up & bit) != 0) {
      up &= ~bit;
      takesCalls &= ~bit;
      twins &= ~bit;
    }
  }

  private boolean isTwin(int slot) {
    return isAmong(up & ~twins & ~(1L << slot), names[slot]);
  }

  private boolean isAmong(long slots, String name) {
    for (long rest = slots; rest != 0; rest &= rest - 1) {
      if (names[Long.numberOfTrailingZeros(rest)].equals(name)) {
        return true;
      }
    }
    return false;
  }

  private boolean isSilent(int slot, long nowNs) {
    return nowNs - heardNs[slot] > silenceNs;
  }

  /** Returns the gateways that are up. */
  long up() {
    return up;
  }

  /** Returns whether a gateway of this name is up. */
  boolean isUp(String name) {
    return isAmong(up, name);
  }

  /** Returns whether another URL leads to the same gateway, so that this one is not used. */
  boolean isUnused(int slot) {
    return (twins & (1L << slot)) != 0;
  }

  /** Returns the gateways that are up and silent. */
  long silent(long nowNs) {
    long silent = 0;
    for (long rest = up; rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      silent |= isSilent(slot, nowNs) ? 1L << slot : 0;
    }
    return silent;
  }

  /**
   * Returns the gateways that may be asked: those that are up, not silent, and ready for calls. If
   * there is none, those that are not ready, so that their refusal tells the caller why; and if all
   * are silent, as after a pause of this process, all that are up.
   */
  long candidates(long nowNs) {
    long known = up & ~twins;
    long fresh = known & ~silent(nowNs);
    long best = fresh & takesCalls;
    return best != 0 ? best : fresh != 0 ? fresh : known;
  }

  /** Returns those of {@code slots} that may get a call: all but most of those that are new. */
  long due(long call, long slots, long nowNs) {
    return starts.due(call, slots, nowNs);
  }

  /** Returns the {@code count} gateways among {@code slots} that rank first for a call, or all. */
  long first(long call, int count, long slots) {
    long first = slots;
    while (Long.bitCount(first) > count) {
      first &= ~(1L << lowest(call, first));
    }
    return first;
  }

  private int lowest(long call, long slots) {
    int lowest = Long.numberOfTrailingZeros(slots);
    for (long rest = slots & (slots - 1); rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      lowest = score(call, slot) < score(call, lowest) ? slot : lowest;
    }
    return lowest;
  }

  private long score(long call, int slot) {
    return Rendezvous.score(call, hashes[slot]);
  }

  /** Returns the name that a gateway gave itself; empty if it was never up. */
  String name(int slot) {
    return names[slot];
  }

  /** Returns the names of gateways. */
  List<String> names(long slots) {
    List<String> known = lists.get(slots);
    return known != null ? known : listed(slots);
  }

  private List<String> listed(long slots) {
    List<String> listed = new ArrayList<>();
    for (long rest = slots; rest != 0; rest &= rest - 1) {
      listed.add(names[Long.numberOfTrailingZeros(rest)]);
    }
    if (lists.size() == MAX_LISTS) {
      lists.clear();
    }
    List<String> list = List.copyOf(listed);
    lists.put(slots, list);
    return list;
  }
}
