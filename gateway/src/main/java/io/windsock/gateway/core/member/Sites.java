package io.windsock.gateway.core.member;

import io.windsock.contracts.query.SlowStart;
import io.windsock.gateway.core.route.Candidates;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The sites: which of them are alive, ready and not draining, and how many calls this gateway has
 * pending at each. Owned by the core's thread. Not final, so that tests can put in a faulty one.
 */
public class Sites implements Candidates {
  /** How many names of drained sites are kept. */
  private static final int MAX_DRAINED = 1_024;

  private final Roster roster = new Roster(MAX);
  private final int[] pending = new int[MAX];
  private final SlowStart starts = new SlowStart(MAX, roster::hash);
  private long ready;
  private long draining;

  /** The names that {@link #drain} was given, also of sites that are gone: they may come back. */
  private final Set<String> drainedNames = new LinkedHashSet<>();

  /** The slots of those that are known. */
  private long drained;

  private long latestNs;

  /** Creates the sites of a gateway that knows none yet. */
  public Sites() {}

  /**
   * Takes over what discovery reports. A site that it no longer names is forgotten once it is
   * silent, so that a fault of discovery alone removes no site.
   *
   * @return the slots of the sites that were forgotten
   */
  public long report(Membership members, long nowNs) {
    long named = 0;
    for (SiteReport site : members.sites()) {
      int slot = roster.add(site.name());
      if (slot >= 0) {
        named |= 1L << slot;
        ready = with(ready, slot, site.ready());
        draining = with(draining, slot, site.draining());
        drained = with(drained, slot, drainedNames.contains(site.name()));
        starts.seen(slot, site.incarnation());
      }
    }
    noteStarts(nowNs);
    return forget(roster.known() & ~named & ~roster.alive());
  }

  private void noteStarts(long nowNs) {
    latestNs = nowNs;
    starts.take(open(), nowNs);
  }

  private static long with(long bits, int slot, boolean value) {
    return value ? bits | (1L << slot) : bits & ~(1L << slot);
  }

  private long forget(long gone) {
    for (long rest = gone; rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      roster.release(slot);
      pending[slot] = 0;
    }
    ready &= ~gone;
    draining &= ~gone;
    drained &= ~gone;
    starts.forget(gone);
    return gone;
  }

  /**
   * Stops or resumes sending calls to a site, also when it was started again. It keeps the calls
   * that it has.
   *
   * @return whether the site is known, or was drained
   */
  public boolean drain(String site, boolean drain) {
    int slot = slot(site);
    boolean was = drainedNames.remove(site);
    if (slot >= 0) {
      drained = with(drained, slot, drain);
    }
    if (drain && (was || slot >= 0)) {
      drainedNames.add(site);
      forgetOldestDrained();
    }
    return was || slot >= 0;
  }

  private void forgetOldestDrained() {
    if (drainedNames.size() > MAX_DRAINED) {
      Iterator<String> oldest = drainedNames.iterator();
      oldest.next();
      oldest.remove();
    }
  }

  @Override
  public long open() {
    return roster.alive() & ready & ~leaving();
  }

  @Override
  public long due(long call) {
    return starts.due(call, open(), latestNs);
  }

  /** Returns the slots of the sites that are draining, as discovery or {@link #drain} has it. */
  protected long leaving() {
    return draining | drained;
  }

  /** Returns the slots of the sites that are alive. */
  public long alive() {
    return roster.alive();
  }

  /** Returns the slot of a site; -1 if it is not known. */
  public int slot(String site) {
    return roster.slot(site);
  }

  /** Returns the name of the site in {@code slot}. */
  public String name(int slot) {
    return roster.name(slot);
  }

  @Override
  public long hash(int slot) {
    return roster.hash(slot);
  }

  @Override
  public int pending(int slot) {
    return pending[slot];
  }

  /**
   * Counts a call as sent to the site, if {@code by} is 1, or as no longer pending there, if -1.
   */
  public void count(int slot, int by) {
    pending[slot] += by;
  }

  /** Notes when the site in {@code slot} was heard. Returns whether it was not alive before. */
  public boolean heard(int slot, long atNs) {
    boolean returned = roster.heard(slot, atNs);
    if (returned) {
      noteStarts(Math.max(latestNs, atNs));
    }
    return returned;
  }

  /** Returns for how long the site in {@code slot} has been silent, ns. */
  public long silentNs(int slot, long nowNs) {
    return roster.silentNs(slot, nowNs);
  }

  /** Excludes the sites that have been silent for longer than {@code boundNs}; returns them. */
  public long exclude(long nowNs, long boundNs) {
    noteStarts(nowNs);
    return roster.exclude(nowNs, boundNs);
  }

  /** Excludes the site in {@code slot}. Returns whether it was alive. */
  public boolean lose(int slot) {
    return roster.lose(slot);
  }

  /** Returns the state of each site known, and of those that were drained and are gone. */
  public List<SiteState> states() {
    List<SiteState> states = new ArrayList<>();
    for (long rest = roster.known(); rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      long bit = 1L << slot;
      states.add(
          new SiteState(
              roster.name(slot),
              (roster.alive() & bit) != 0,
              (open() & bit) != 0,
              (ready & bit) != 0,
              (draining & bit) != 0,
              (drained & bit) != 0,
              pending[slot]));
    }
    for (String name : drainedNames) {
      if (slot(name) < 0) {
        states.add(new SiteState(name, false, false, false, false, true, 0));
      }
    }
    return states;
  }

  /** Extends the grace of each site by {@code byNs}. */
  public void extend(long byNs, long nowNs) {
    roster.extend(byNs, nowNs);
  }
}
