package io.windsock.cli.option;

/** The exit codes of the process; scripts rely on these values. */
public final class ExitCode {
  /** Success. */
  public static final int OK = 0;

  /** The command failed, or a check did not pass; the reason is on standard error. */
  public static final int FAILURE = 1;

  /** The arguments or the configuration are invalid; nothing was done. */
  public static final int USAGE = 2;

  /**
   * Two sites or clusters could not be compared, as when one stayed behind the other. If they were
   * compared and differ, it is {@link #FAILURE}.
   */
  public static final int INCOMPARABLE = 3;

  private ExitCode() {}
}
