package io.windsock.platform.time;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The two clocks of a process. Intervals, deadlines and ages use the monotonic clock. The wall
 * clock is for times exchanged with or shown to others.
 *
 * @param wall the machine's clock, which may be set forward and back
 * @param nanoTime as {@link System#nanoTime}
 */
public record Clocks(InstantSource wall, LongSupplier nanoTime) {
  /** Returns the clocks of this machine. */
  public static Clocks system() {
    return new Clocks(InstantSource.system(), System::nanoTime);
  }

  /** Returns the wall time, ms since the epoch. */
  public long wallMs() {
    return wall.millis();
  }

  /** Returns milliseconds since an arbitrary moment; never decreases. */
  public long monotonicMs() {
    return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong());
  }
}
