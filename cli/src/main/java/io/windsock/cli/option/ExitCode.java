package io.windsock.cli.option;

/** What the process answers; scripts rely on these values. */
public final class ExitCode {
  /** Done, and everything is as it should be. */
  public static final int OK = 0;

  /** It failed, or what was checked is not as it should be; the reason is on standard error. */
  public static final int FAILURE = 1;

  /** The arguments or the configuration can't be used; nothing was done. */
  public static final int USAGE = 2;

  /** Two sites could not be compared: one stayed behind the other. */
  public static final int BEHIND = 3;

  private ExitCode() {}
}
