package io.windsock.gateway.core;

import io.windsock.contracts.query.Question.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The calls pending and the kinds above the high watermark, as the model of the checker has it. */
final class ModelLoad {
  private static final long SECOND_NS = 1_000 * Scenario.MS;
  private static final long WINDOW_NS = 100 * Scenario.MS;
  private static final long LONG_WINDOW_NS = 1_000 * Scenario.MS;
  private static final long GROWTH_NS = 10_000 * Scenario.MS;
  private static final long MIN_SLOW_NS = 20 * Scenario.MS;
  private static final int MIN_CALLS = 50;
  private static final int MIN_QUICK = 25;
  private static final int MIN_LIMIT = 16;

  private final OfKind keys;
  private final OfKind views;

  ModelLoad(CoreSettings settings, long nowNs) {
    keys = new OfKind(settings.keys(), nowNs);
    views = new OfKind(settings.views(), nowNs);
  }

  private OfKind of(Kind kind) {
    return kind == Kind.VIEW ? views : keys;
  }

  void entered(Kind kind) {
    of(kind).count(1);
  }

  void left(Kind kind) {
    of(kind).count(-1);
  }

  /** Counts a call that {@code site} answered, before it leaves. */
  void answered(Expected call, String site, long nowNs) {
    of(call.kind).answered(call, site, nowNs);
  }

  /** Counts a call that is late, before it leaves. */
  void late(Expected call) {
    of(call.kind).unanswered(call, "", call.deadlineNs);
  }

  /** Notes that the gateway was paused until now. */
  void paused(long nowNs) {
    keys.paused(nowNs);
    views.paused(nowNs);
  }

  /** Sets the limits anew, if it is time. */
  void tick(long nowNs) {
    keys.tick(nowNs);
    views.tick(nowNs);
  }

  boolean isAbove(Kind kind) {
    return of(kind).above;
  }

  int pending(Kind kind) {
    return of(kind).pending;
  }

  int high(Kind kind) {
    return of(kind).most.high();
  }

  int limit(Kind kind) {
    return of(kind).limit;
  }

  /** A site that had a call. */
  private record AtSite(String site, boolean slow, boolean quick, long patienceNs) {}

  /** One kind. */
  private static final class OfKind {
    private final CoreSettings.Limits most;
    private final List<AtSite> window = new ArrayList<>();
    private int limit;
    private int pending;
    private int peak;
    private int rises;
    private boolean wereTooMany;
    private int answered;
    private boolean above;
    private long sinceNs;
    private long countsFromNs;
    private long quickestNs = Long.MAX_VALUE;
    private long grownNs;
    private final List<long[]> rates = new ArrayList<>();
    private long[] ratesBefore = {0, 0};

    OfKind(CoreSettings.Limits most, long nowNs) {
      this.most = most;
      this.limit = most.high();
      this.sinceNs = nowNs;
      this.countsFromNs = nowNs;
      this.grownNs = nowNs;
    }

    void count(int by) {
      pending += by;
      decide();
    }

    private void decide() {
      if (pending >= limit) {
        above = true;
      } else if (pending <= most.low() * limit / most.high()) {
        above = false;
      }
    }

    private long quickestNs() {
      return quickestNs == Long.MAX_VALUE ? 0 : quickestNs;
    }

    private long patienceNs(Expected call) {
      long span = call.deadlineNs - call.receivedNs;
      long usual = span / 5 * 2;
      long far = Math.min(span / 4 + quickestNs(), span / 4 * 3);
      return Math.max(Math.max(usual, far), MIN_SLOW_NS);
    }

    void answered(Expected call, String site, long nowNs) {
      answered++;
      peak = Math.max(peak, pending);
      Long hadNs = call.hadNs(site, nowNs);
      if (hadNs != null) {
        quickestNs = Math.min(quickestNs, hadNs);
        note(call, site, hadNs, true);
      }
      unanswered(call, site, nowNs);
    }

    /** Counts the other sites than {@code but} that have not answered. */
    void unanswered(Expected call, String but, long nowNs) {
      for (String site : call.outstanding()) {
        Long hadNs = call.hadNs(site, nowNs);
        if (!site.equals(but) && hadNs != null) {
          peak = Math.max(peak, pending);
          note(call, site, hadNs, false);
        }
      }
    }

    private void note(Expected call, String site, long hadNs, boolean always) {
      boolean slow = hadNs > patienceNs(call);
      if (call.receivedNs >= countsFromNs && (slow || always)) {
        window.add(new AtSite(site, slow, 2 * hadNs <= patienceNs(call), patienceNs(call)));
      }
    }

    void paused(long nowNs) {
      countsFromNs = nowNs;
      window.clear();
    }

    void tick(long nowNs) {
      if (nowNs - grownNs >= GROWTH_NS) {
        grownNs = nowNs;
        if (quickestNs != Long.MAX_VALUE) {
          quickestNs += Math.max(10_000, quickestNs / 10);
        }
      }
      long passedNs = nowNs - sinceNs;
      boolean enough = window.size() >= MIN_CALLS;
      long sumNs = window.stream().mapToLong(AtSite::patienceNs).sum();
      long meanNs = window.isEmpty() ? 0 : sumNs / window.size();
      long untilSlowNs = Math.min(LONG_WINDOW_NS, meanNs);
      if (passedNs < (enough ? Math.max(WINDOW_NS, untilSlowNs) : LONG_WINDOW_NS)) {
        return;
      }
      rates.add(new long[] {answered, passedNs});
      if (sum(1) >= SECOND_NS) {
        ratesBefore = new long[] {sum(0), sum(1)};
        rates.clear();
      }
      List<AtSite> counted = counted();
      long slow = slow(counted);
      boolean tooMany = enough && 100 * slow > counted.size();
      boolean again = limit != most.high() || (wereTooMany && pending > floor());
      wereTooMany = tooMany;
      if (tooMany && again) {
        fall(slow, counted.size());
        countsFromNs = nowNs;
      } else if (100 * slow <= counted.size() && nowNs - countsFromNs >= untilSlowNs) {
        rises = limit == most.high() ? 0 : rises + 1;
        limit = Math.min(most.high(), limit + Math.max(1, limit * rises / 50));
      }
      decide();
      sinceNs = nowNs;
      window.clear();
      peak = 0;
      answered = 0;
    }

    private static long slow(List<AtSite> calls) {
      return calls.stream().filter(AtSite::slow).count();
    }

    /**
     * Returns the calls that count: without those of the slowest sites, if the others are quick.
     */
    private List<AtSite> counted() {
      List<AtSite> counted = List.copyOf(window);
      List<AtSite> rest = counted;
      Comparator<List<AtSite>> slowest =
          Comparator.<List<AtSite>>comparingDouble(it -> (double) slow(it) / it.size())
              .thenComparing(List::size)
              .thenComparing(OfKind::notQuick)
              .reversed();
      Map<String, List<AtSite>> bySite =
          window.stream().collect(Collectors.groupingBy(AtSite::site));
      for (List<AtSite> site : bySite.values().stream().sorted(slowest).toList()) {
        String name = site.get(0).site;
        rest = rest.stream().filter(it -> !it.site.equals(name)).toList();
        boolean quick = rest.size() >= MIN_QUICK && 10 * notQuick(rest) <= rest.size();
        if (quick && slow(rest) * counted.size() < slow(counted) * rest.size()) {
          counted = rest;
        }
      }
      return counted;
    }

    private static long notQuick(List<AtSite> calls) {
      return calls.stream().filter(it -> !it.quick).count();
    }

    private void fall(long slow, int of) {
      rises = 0;
      int reached = Math.min(limit, 2 * peak);
      long fallen = reached - reached * slow / of;
      limit = (int) Math.min(limit, Math.max(floor(), fallen));
    }

    private long floor() {
      long lately = sum(0) + ratesBefore[0];
      long soon = lately * (quickestNs() + MIN_SLOW_NS) / (sum(1) + ratesBefore[1]);
      return Math.min(most.high(), Math.max(soon, MIN_LIMIT));
    }

    private long sum(int at) {
      return rates.stream().mapToLong(it -> it[at]).sum();
    }
  }
}
