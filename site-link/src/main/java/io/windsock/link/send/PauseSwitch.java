package io.windsock.link.send;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Whether a sender is paused. Any thread may set it. */
final class PauseSwitch {
  private boolean on;

  /** Sets it; setting it to what it is does nothing. */
  synchronized void set(boolean paused) {
    on = paused;
    notifyAll();
  }

  synchronized boolean isOn() {
    return on;
  }

  /** Waits until it is off, or the sender is closed, which is looked at every so many ms. */
  synchronized void awaitOff(BooleanSupplier closed, long lookMs) throws InterruptedException {
    while (on && !closed.getAsBoolean()) {
      wait(lookMs);
    }
  }

  /**
   * Waits until it is on, or the sender is closed, which is looked at every so many ms; for {@code
   * mostMs} at the most.
   */
  synchronized void awaitOn(BooleanSupplier closed, long lookMs, long mostMs)
      throws InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMs);
    long leftNs = deadlineNs - System.nanoTime();
    while (!on && leftNs > 0 && !closed.getAsBoolean()) {
      wait(Math.min(lookMs, TimeUnit.NANOSECONDS.toMillis(leftNs) + 1));
      leftNs = deadlineNs - System.nanoTime();
    }
  }
}
