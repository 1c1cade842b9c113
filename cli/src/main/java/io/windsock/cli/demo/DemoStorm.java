package io.windsock.cli.demo;

import io.windsock.cli.show.Units;
import io.windsock.control.http.Storms;
import io.windsock.platform.http.message.Refusal;
import org.jspecify.annotations.Nullable;

/** The storm that a key or a timer starts at the mirrors. One thread owns it. */
final class DemoStorm {
  private static final long RAMP_MS = 2_000;
  private static final long NEVER = Long.MAX_VALUE;
  private static final long MS_PER_SECOND = 1_000;

  private final Storms storms;
  private final Storms.Order order;
  private long dueMs;
  private String refused = "";

  /**
   * Creates a storm that is not started.
   *
   * @param clients number of displays
   * @param afterSeconds when it starts automatically; null: never
   */
  DemoStorm(Storms storms, int clients, @Nullable Integer afterSeconds) {
    this.storms = storms;
    order = new Storms.Order(clients, RAMP_MS, Storms.Pattern.BURST, 0);
    dueMs = afterSeconds == null ? NEVER : afterSeconds * MS_PER_SECOND;
  }

  /** Starts the storm if it is due; returns whether it did. */
  boolean startIfDue(long elapsedMs) {
    if (elapsedMs < dueMs) {
      return false;
    }
    dueMs = NEVER;
    start();
    return true;
  }

  /** Starts the storm, or stops it if it is running. */
  void toggle() {
    if (storms.report().running()) {
      storms.stop();
    } else {
      start();
    }
  }

  private void start() {
    try {
      storms.start(order);
      refused = "";
    } catch (Refusal e) {
      refused = e.error() + ": " + e.remedy();
    }
  }

  /** Whether a storm is running. */
  boolean running() {
    return storms.report().running();
  }

  /** Returns the storm's progress or result on one line. */
  String line() {
    Storms.Report now = storms.report();
    Storms.Order ordered = now.order();
    if (!refused.isEmpty() || ordered == null) {
      return refused.isEmpty() ? now.detail() : refused;
    }
    StringBuilder line = new StringBuilder(now.detail());
    line.append("  ").append(Units.count(ordered.clients())).append(" displays");
    line.append("  ").append(Units.count(now.answered())).append(" answered");
    line.append("  ").append(Units.count(now.following())).append(" following");
    if (now.failed() > 0) {
      line.append("  ").append(Units.count(now.failed())).append(" failed");
    }
    line.append("  p50 ").append(Units.span(Math.round(now.p50Ms())));
    return line.append("  p99 ").append(Units.span(Math.round(now.p99Ms()))).toString();
  }
}
