package io.windsock.gateway.core.member;

import io.windsock.gateway.core.route.Rendezvous;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The other gateways and which of them are alive. Owned by the core's thread. */
public final class Gateways {
  /** The most other gateways; further ones are not known. */
  public static final int MAX = 32;

  private final String self;
  private final long hash;
  private final Roster roster = new Roster(MAX);

  /** The lists of recipients, by the slots in them; cleared when slots change. */
  private final Map<Long, List<String>> recipients = new HashMap<>();

  private static final int MAX_RECIPIENT_LISTS = 1024;

  /** Creates the view of the gateway named {@code self}, which knows no other yet. */
  public Gateways(String self) {
    this.self = self;
    this.hash = Rendezvous.hash(self);
  }

  /**
   * Takes over what discovery reports. A gateway that it no longer names is forgotten once it is
   * silent.
   */
  public void report(Membership members) {
    long named = 0;
    for (String gateway : members.gateways()) {
      int slot = gateway.equals(self) ? -1 : roster.add(gateway);
      named |= slot < 0 ? 0 : 1L << slot;
    }
    for (long rest = roster.known() & ~named & ~roster.alive(); rest != 0; rest &= rest - 1) {
      roster.release(Long.numberOfTrailingZeros(rest));
    }
    recipients.clear();
  }

  /** Returns the slot of another gateway; -1 if it is not known. */
  public int slot(String gateway) {
    return roster.slot(gateway);
  }

  /** Returns the slots of the other gateways that are alive. */
  public long alive() {
    return roster.alive();
  }

  /** Notes a message of the gateway in {@code slot}. Returns whether it was not alive before. */
  public boolean heard(int slot, long nowNs) {
    return roster.heard(slot, nowNs);
  }

  /** Returns for how long the gateway in {@code slot} has been silent, ns. */
  public long silentNs(int slot, long nowNs) {
    return roster.silentNs(slot, nowNs);
  }

  /** Excludes the gateways that have been silent for longer than {@code boundNs}; returns them. */
  public long exclude(long nowNs, long boundNs) {
    return roster.exclude(nowNs, boundNs);
  }

  /** Excludes the gateway in {@code slot}. Returns whether it was alive. */
  public boolean lose(int slot) {
    return roster.lose(slot);
  }

  /** Extends the grace of each gateway by {@code byNs}. */
  public void extend(long byNs, long nowNs) {
    roster.extend(byNs, nowNs);
  }

  /**
   * Returns the other gateways alive that share a call.
   *
   * @param call the hash of the call's id
   * @param copies how many gateways the caller asks, this one included
   * @param named the gateways that the caller asks; if empty, those that rank first
   */
  public long sharing(long call, int copies, List<String> named) {
    if (copies <= 1) {
      return 0;
    }
    long among = named.isEmpty() ? roster.alive() : roster.alive() & slots(named);
    while (Long.bitCount(among) > copies - 1) {
      among &= ~(1L << lowest(call, among));
    }
    return among;
  }

  private long slots(List<String> named) {
    long slots = 0;
    for (int i = 0; i < named.size(); i++) {
      int slot = roster.slot(named.get(i));
      slots |= slot < 0 ? 0 : 1L << slot;
    }
    return slots;
  }

  private int lowest(long call, long among) {
    int lowest = Long.numberOfTrailingZeros(among);
    for (long rest = among; rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      lowest = score(call, slot) < score(call, lowest) ? slot : lowest;
    }
    return lowest;
  }

  private long score(long call, int slot) {
    return Rendezvous.score(call, roster.hash(slot));
  }

  /** Returns those among {@code sharing} that rank before this gateway for a call. */
  public long ahead(long call, long sharing) {
    long own = Rendezvous.score(call, hash);
    long ahead = 0;
    for (long rest = sharing; rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      ahead |= score(call, slot) > own ? 1L << slot : 0;
    }
    return ahead;
  }

  /** Returns the names to which a site sends its answer: this gateway, then those sharing. */
  public List<String> recipients(long sharing) {
    List<String> known = recipients.get(sharing);
    return known != null ? known : listed(sharing);
  }

  private List<String> listed(long sharing) {
    List<String> names = new ArrayList<>();
    names.add(self);
    for (long rest = sharing; rest != 0; rest &= rest - 1) {
      names.add(roster.name(Long.numberOfTrailingZeros(rest)));
    }
    if (recipients.size() == MAX_RECIPIENT_LISTS) {
      recipients.clear();
    }
    List<String> list = List.copyOf(names);
    recipients.put(sharing, list);
    return list;
  }
}
