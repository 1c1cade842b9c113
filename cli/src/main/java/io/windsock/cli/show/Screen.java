package io.windsock.cli.show;

/** Detects whether standard output is a terminal. */
public final class Screen {
  /**
   * Set to {@code true} by the launcher if standard output is a terminal. (A JVM can't reliably
   * detect this from 17 on: {@code System.console()} changed its meaning in 22.)
   */
  public static final String TERMINAL_PROPERTY = "windsock.terminal";

  private Screen() {}

  /** Whether standard output is a terminal. */
  public static boolean onTerminal() {
    return Boolean.getBoolean(TERMINAL_PROPERTY);
  }
}
