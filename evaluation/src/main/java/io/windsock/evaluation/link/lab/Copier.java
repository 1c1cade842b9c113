package io.windsock.evaluation.link.lab;

/** What copies a backlog to the target, in processes of its own. One thread owns it. */
public interface Copier extends AutoCloseable {
  /**
   * Returns how many records the target has committed.
   *
   * @throws IllegalStateException if it has stopped
   */
  long copied() throws InterruptedException;

  /** Returns the processor time of its processes so far, µs. */
  long cpuUs();

  /** Stops copying. */
  @Override
  void close();
}
