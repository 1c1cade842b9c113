package io.windsock.link.fault;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Random moments at which something is cut; nothing waits for anything in them. */
final class Moment {
  private Moment() {}

  static void pass(int ms) {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }
}
