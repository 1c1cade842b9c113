package io.windsock.evaluation.machine;

import java.time.LocalDate;
import java.time.ZoneId;

/** What a figure was measured on. */
public final class Machine {
  private Machine() {}

  /** The machine, the JDK and today's date, on one line. */
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
