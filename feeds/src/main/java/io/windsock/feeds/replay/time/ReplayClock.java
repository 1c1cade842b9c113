package io.windsock.feeds.replay.time;

import java.util.concurrent.locks.LockSupport;

/** A replay's clock: the system clock, except in tests. */
public interface ReplayClock {
  /** The system clock. */
  ReplayClock SYSTEM =
      new ReplayClock() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public long timeMs() {
          return System.currentTimeMillis();
        }

        @Override
        public void park(Object blocker, long ns) {
          LockSupport.parkNanos(blocker, ns);
        }
      };

  /** Returns ns from an arbitrary origin; only differences are meaningful. */
  long nanoTime();

  /** Returns ms since the epoch. */
  long timeMs();

  /** Waits up to {@code ns}, or until the thread is unparked, or spuriously less. */
  void park(Object blocker, long ns);
}
