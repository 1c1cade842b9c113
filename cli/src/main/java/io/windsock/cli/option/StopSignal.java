package io.windsock.cli.option;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C or SIGTERM, for commands that run until stopped. The main thread waits on it, stops what
 * it runs, and reports that it is done; the JVM ends only then, or after {@link #GRACE_SECONDS}.
 * The exit code is the shell's for the signal (130, 143).
 */
public final class StopSignal implements AutoCloseable {
  /** The most time a command may take to stop. */
  public static final int GRACE_SECONDS = 30;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::onSignal, "stop-signal");

  private StopSignal() {}

  /** Starts listening for signals. */
  public static StopSignal listen() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(signal.hook);
    return signal;
  }

  private void onSignal() {
    asked.countDown();
    try {
      if (!done.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("windsock: did not stop within " + GRACE_SECONDS + " s; ending anyway");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Requests the end from within the program, as a key does. */
  public void ask() {
    asked.countDown();
  }

  /** Whether the end was requested. */
  public boolean asked() {
    return asked.getCount() == 0;
  }

  /** Waits for at most {@code ms}; returns whether the end was requested. */
  public boolean await(long ms) throws InterruptedException {
    return asked.await(ms, TimeUnit.MILLISECONDS);
  }

  /** Reports that everything has stopped: the JVM may end. */
  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is already ending: the shutdown hook runs and sees that everything is done.
    }
  }
}
