package io.windsock.cli.option;

/** The exit codes of the process; scripts rely on these values. */
public final class ExitCode {
  /** Success. */
  public static final int OK = 0;

  /** The command failed, or a check did not pass; the reason is on standard error. */
  public static final int FAILURE = 1;

  /** The arguments or the configuration are invalid; nothing was done. */
  public static final int USAGE = 2;

  /** Two sites could not be compared: one stayed behind the other. */
  public static final int BEHIND = 3;

  /** Two clusters were compared, and what they have differs. */
  public static final int DIFFERENT = 3;

  private ExitCode() {}
}
