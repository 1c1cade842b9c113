package io.windsock.evaluation.machine;

/** Work that is done when the program stops, unless it is cancelled before. Thread-safe. */
public final class AtExit {
  private final Thread hook;

  private AtExit(Thread hook) {
    this.hook = hook;
  }

  /**
   * Plans work for the end of the program.
   *
   * @param name of the thread that does it
   * @throws IllegalStateException if the program is stopping already
   */
  public static AtExit run(String name, Runnable work) {
    Thread hook = new Thread(work, name);
    Runtime.getRuntime().addShutdownHook(hook);
    return new AtExit(hook);
  }

  /** Cancels the work; returns false if the program is stopping, and the work under way. */
  public boolean cancel() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
