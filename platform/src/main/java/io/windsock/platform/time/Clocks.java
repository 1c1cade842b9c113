package io.windsock.platform.time;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The two clocks of a process. Intervals, deadlines and ages are measured on the one that nobody
 * can set; the wall clock is for what is compared with times that others gave, or is shown to them.
 *
 * @param wall the machine's clock, which may be set forward and back
 * @param nanoTime as {@link System#nanoTime}
 */
public record Clocks(InstantSource wall, LongSupplier nanoTime) {
  /** Those of this machine. */
  public static Clocks system() {
    return new Clocks(InstantSource.system(), System::nanoTime);
  }

  /** The time, ms since the epoch. */
  public long wallMs() {
    return wall.millis();
  }

  /** Milliseconds since an arbitrary moment; never goes back. */
  public long monotonicMs() {
    return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong());
  }
}
