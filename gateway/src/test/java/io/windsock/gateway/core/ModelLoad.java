package io.windsock.gateway.core;

import io.windsock.contracts.query.Question.Kind;
import java.util.ArrayList;
import java.util.List;

/** The calls pending and the kinds above the high watermark, as the model of the checker has it. */
final class ModelLoad {
  private static final long WINDOW_NS = 100 * Scenario.MS;
  private static final long MIN_SLOW_NS = 20 * Scenario.MS;
  private static final int MIN_CALLS = 50;
  private static final int MIN_LIMIT = 16;
  private static final double MAX_SLOW = 0.02;
  private static final double SLOW = 0.75;

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

  /** Counts a call that was answered or is late, before it leaves. */
  void took(Expected call, long nowNs) {
    of(call.kind).took(call, nowNs);
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

  /** One kind. */
  private static final class OfKind {
    private final CoreSettings.Limits most;
    private final List<Boolean> slow = new ArrayList<>();
    private int limit;
    private int pending;
    private int peak;
    private boolean above;
    private long sinceNs;
    private long fellNs;

    OfKind(CoreSettings.Limits most, long nowNs) {
      this.most = most;
      this.limit = most.high();
      this.sinceNs = nowNs;
      this.fellNs = nowNs;
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

    void took(Expected call, long nowNs) {
      peak = Math.max(peak, pending);
      if (call.receivedNs >= fellNs) {
        double span = call.deadlineNs - call.receivedNs;
        double took = Math.min(nowNs, call.deadlineNs) - call.receivedNs;
        slow.add(took >= MIN_SLOW_NS && took > SLOW * span);
      }
    }

    void tick(long nowNs) {
      if (nowNs - sinceNs < WINDOW_NS || slow.size() < MIN_CALLS) {
        return;
      }
      double share = (double) slow.stream().filter(it -> it).count() / slow.size();
      if (share > MAX_SLOW) {
        double fallen = Math.ceil(Math.min(limit, peak) * (1 - share / 2) - 1e-9);
        limit = (int) Math.max(Math.min(most.high(), MIN_LIMIT), fallen);
        fellNs = nowNs;
      } else if (share == 0) {
        limit = Math.min(most.high(), limit + Math.max(1, limit / 10));
      }
      decide();
      sinceNs = nowNs;
      slow.clear();
      peak = 0;
    }
  }
}
