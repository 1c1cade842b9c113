package io.windsock.testbed.calls.plan;

import io.windsock.contracts.config.ConfigurationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Something that is done to the servers during a load.
 *
 * @param atMs when, ms after the beginning of the measurement
 * @param kind what
 * @param argument the process id, or the command
 */
public record PlannedAction(long atMs, Kind kind, String argument) {
  /** The most actions of a load. */
  public static final int MAX = 32;

  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,3})?)(ms|s|m)=([a-z]+):(.+)", Pattern.DOTALL);
  private static final Pattern PID = Pattern.compile("[0-9]{1,10}");

  /** What can be done. */
  public enum Kind {
    /** Ends a process at once (SIGKILL). */
    kill,
    /** Asks a process to end (SIGTERM). */
    term,
    /** Stops a process where it is (SIGSTOP). */
    stop,
    /** Continues a stopped process (SIGCONT). */
    cont,
    /** Runs a command, such as one that starts a site; what it started ends with the load. */
    run
  }

  /**
   * Parses an action.
   *
   * @param text such as {@code 10s=kill:4711} or {@code 20s=run:./windsock gateway drain m1}
   * @throws ConfigurationException if it is no action
   */
  public static PlannedAction parse(String text) {
    Matcher form = FORM.matcher(text);
    Kind kind = form.matches() ? kind(form.group(3)) : null;
    if (kind == null) {
      throw wrong(text, "10s=kill:PID, with kill, term, stop, cont or run:COMMAND");
    }
    String argument = form.group(4).strip();
    if (kind != Kind.run) {
      boolean valid = PID.matcher(argument).matches();
      if (!valid || Long.parseLong(argument) <= 1) {
        throw wrong(text, "10s=" + kind + ":PID, with the id of a server's process");
      }
      if (Long.parseLong(argument) == ProcessHandle.current().pid()) {
        throw wrong(text, "the id of a server's process, not of this one");
      }
    }
    return new PlannedAction(ms(form.group(1), form.group(2)), kind, argument);
  }

  private static @Nullable Kind kind(String name) {
    for (Kind kind : Kind.values()) {
      if (kind.name().equals(name)) {
        return kind;
      }
    }
    return null;
  }

  private static long ms(String number, String unit) {
    double factor = unit.equals("ms") ? 1 : unit.equals("s") ? 1e3 : 60e3;
    return Math.round(Double.parseDouble(number) * factor);
  }

  private static ConfigurationException wrong(String text, String form) {
    return ConfigurationException.of("at", "is '" + text + "'; write it as " + form);
  }

  @Override
  public String toString() {
    return kind + ":" + argument;
  }
}
