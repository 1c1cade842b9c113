package io.windsock.evaluation.machine;

import java.time.LocalDate;
import java.time.ZoneId;

/** Describes the machine on which a figure was measured. */
public final class Machine {
  private Machine() {}

  /** Returns the machine, the JDK and today's date, on one line. */
  public static String describe() {
    return String.format(
        "%s %s, %d processors, JDK %s, %s",
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        Runtime.version(),
        LocalDate.now(ZoneId.systemDefault()));
  }
}
