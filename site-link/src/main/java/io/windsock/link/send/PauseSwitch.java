package io.windsock.link.send;

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
}
