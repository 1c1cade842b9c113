package io.windsock.gateway.http.pass;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The requests in progress at each site, and which sites failed lately. Any thread may use it. */
public final class SiteStreams {
  /**
   * For how long a site that failed is asked only after the others. Without it, the site that
   * answers nobody would have the fewest streams and be asked first each time.
   */
  static final long AVOID_NS = TimeUnit.SECONDS.toNanos(5);

  /** From this many sites on, those no longer served are forgotten. */
  private static final int MAX_KNOWN = 256;

  /** The requests of one site. */
  private static final class Load {
    private final AtomicInteger open = new AtomicInteger();
    private volatile long failedNs = System.nanoTime() - AVOID_NS;
  }

  /**
   * A site with the values by which it is chosen, read once so that they do not change meanwhile.
   */
  private record Ranked(SiteAddress site, boolean avoided, int open) {}

  private static final Comparator<Ranked> FIRST =
      Comparator.comparing(Ranked::avoided).thenComparingInt(Ranked::open);

  private final Map<String, Load> loads = new ConcurrentHashMap<>();
  private final AtomicInteger total = new AtomicInteger();
  private final AtomicInteger turn = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong failures = new AtomicLong();

  /** Creates counts of zero. */
  public SiteStreams() {}

  /**
   * Counts a request as in progress; returns whether it is within the bound, else counts nothing.
   */
  boolean admit(int bound) {
    if (total.incrementAndGet() > bound) {
      total.decrementAndGet();
      return false;
    }
    return true;
  }

  /** Counts requests that begin to wait for their turn, or, if negative, no longer do. */
  void waiting(int change) {
    waiting.addAndGet(change);
  }

  /** Ends a request that was admitted. */
  void done() {
    total.decrementAndGet();
  }

  /**
   * Returns the sites in the order in which to ask them: those that failed lately last, then by the
   * requests in progress; equal ones by turns.
   */
  List<SiteAddress> order(List<SiteAddress> sites) {
    forget(sites);
    int count = sites.size();
    int from = count == 0 ? 0 : Math.floorMod(turn.getAndIncrement(), count);
    long nowNs = System.nanoTime();
    List<Ranked> ranked = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      SiteAddress site = sites.get((from + i) % count);
      Load load = load(site);
      ranked.add(new Ranked(site, nowNs - load.failedNs < AVOID_NS, load.open.get()));
    }
    ranked.sort(FIRST);
    return ranked.stream().map(Ranked::site).toList();
  }

  private void forget(List<SiteAddress> sites) {
    if (loads.size() > MAX_KNOWN + sites.size()) {
      List<String> names = sites.stream().map(SiteAddress::name).toList();
      loads
          .entrySet()
          .removeIf(load -> load.getValue().open.get() == 0 && !names.contains(load.getKey()));
    }
  }

  private Load load(SiteAddress site) {
    return loads.computeIfAbsent(site.name(), name -> new Load());
  }

  void opened(SiteAddress site) {
    load(site).open.incrementAndGet();
  }

  void closed(SiteAddress site) {
    load(site).open.decrementAndGet();
  }

  void failed(SiteAddress site) {
    load(site).failedNs = System.nanoTime();
    failures.incrementAndGet();
  }

  /** Returns the requests that wait for their turn to ask a site. */
  public int waiting() {
    return waiting.get();
  }

  /** Returns the requests in progress, those that wait included. */
  public int total() {
    return total.get();
  }

  /** Returns how often a site failed before the first byte of an answer. */
  public long failures() {
    return failures.get();
  }

  /** Returns the requests in progress at each site that has any, by name. */
  public Map<String, Integer> bySite() {
    Map<String, Integer> open = new TreeMap<>();
    loads.forEach(
        (site, load) -> {
          if (load.open.get() > 0) {
            open.put(site, load.open.get());
          }
        });
    return open;
  }
}
