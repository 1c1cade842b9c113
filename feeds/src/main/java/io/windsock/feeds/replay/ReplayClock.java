package io.windsock.feeds.replay;

import java.util.concurrent.locks.LockSupport;

/** The time by which a replay goes. The system's, but for tests. */
public interface ReplayClock {
  /** The computer's clock. */
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

  /** Ns from some origin; only differences mean anything. */
  long nanoTime();

  /** Ms since the epoch. */
  long timeMs();

  /** Waits up to {@code ns}, or until the thread is unparked, or for no reason. */
  void park(Object blocker, long ns);
}
