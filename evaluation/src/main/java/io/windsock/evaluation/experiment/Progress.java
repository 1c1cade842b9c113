package io.windsock.evaluation.experiment;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Tells how far a session is. One thread owns it. */
final class Progress {
  /** A round that takes longer says so often how far it is, ns. */
  private static final long QUIET_NS = TimeUnit.MINUTES.toNanos(1);

  private final PrintWriter text;
  private final LongSupplier clock;
  private long saidNs;

  /**
   * Creates one that prints to {@code text}.
   *
   * @param clock as {@link System#nanoTime}
   */
  Progress(PrintWriter text, LongSupplier clock) {
    this.text = text;
    this.clock = clock;
    saidNs = clock.getAsLong();
  }

  /** Prints a line. */
  void say(String format, Object... values) {
    text.println(String.format(Locale.ROOT, format, values));
    text.flush();
    saidNs = clock.getAsLong();
  }

  /** Notes that a run has ended, and says so if nothing was printed for a minute. */
  void ran(int round, int done, int of) {
    if (done < of && clock.getAsLong() - saidNs >= QUIET_NS) {
      say("  round %d: %d of %d runs", round, done, of);
    }
  }
}
