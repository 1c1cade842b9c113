package io.windsock.control;

import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.monitor.BrokerClock;
import io.windsock.control.monitor.Samples;
import io.windsock.control.policy.Observation;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a controller knows. Changed by the control thread alone, under its lock; any thread may ask.
 * What it answers is not changed afterwards.
 */
final class ControllerState {
  /** Decisions kept in memory; the topic keeps all. */
  static final int MOST_DECISIONS = 1_000;

  private final Samples samples = new Samples();
  private final BrokerClock clock;
  private final Map<String, CommitPoint> commitPoints = new TreeMap<>();
  private final Deque<Decision> decisions = new ArrayDeque<>();
  private @Nullable Parameters parameters;
  private @Nullable Observation observed;
  private boolean ready;
  private boolean active;
  private String detail = "starting";

  /**
   * Of a controller that knows nothing yet.
   *
   * @param own the machine's clock
   */
  ControllerState(InstantSource own) {
    clock = new BrokerClock(own);
  }

  synchronized void stands(boolean isReady, boolean isActive, String why) {
    ready = isReady;
    active = isActive;
    observed = isActive ? observed : null;
    detail = why;
  }

  synchronized boolean ready() {
    return ready;
  }

  synchronized boolean active() {
    return active;
  }

  synchronized String detail() {
    return detail;
  }

  synchronized @Nullable Parameters parameters() {
    return parameters;
  }

  /** What the policy saw last; null if this controller does not decide, or has not yet. */
  synchronized @Nullable Observation observed() {
    return observed;
  }

  synchronized void observed(@Nullable Observation seen) {
    observed = seen;
  }

  /** Takes newer parameters; answers whether they are. */
  synchronized boolean take(Parameters next) {
    boolean newer = parameters == null || next.getEpoch() > parameters.getEpoch();
    if (newer) {
      parameters = next;
    }
    return newer;
  }

  synchronized void take(CommitPoint point) {
    commitPoints.put(point.getTopic(), point);
  }

  synchronized void take(Decision decision) {
    decisions.addFirst(decision);
    if (decisions.size() > MOST_DECISIONS) {
      decisions.removeLast();
    }
  }

  synchronized List<Decision> decisions(int limit) {
    List<Decision> latest = new ArrayList<>();
    for (Decision decision : decisions) {
      if (latest.size() == limit) {
        break;
      }
      latest.add(decision);
    }
    return latest;
  }

  synchronized List<CommitPoint> commitPoints() {
    return List.copyOf(commitPoints.values());
  }

  /** Forgets who has not spoken since. */
  synchronized void forget(long beforeMs) {
    samples.forget(beforeMs);
  }

  /** The clock by which samples are as old as the brokers say. */
  BrokerClock clock() {
    return clock;
  }

  /** Does something with the samples, alone. */
  synchronized <T> T samples(java.util.function.Function<Samples, T> use) {
    return use.apply(samples);
  }
}
