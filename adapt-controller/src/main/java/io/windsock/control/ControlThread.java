package io.windsock.control;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a control loop until it is closed. A cluster that does not answer is asked again. A record
 * or a defect that makes the loop throw costs it its leadership for a moment, not the controller:
 * it steps down, and reads the control topic again when it takes over. What a Java machine can't
 * recover from ends it, and the program is told.
 */
final class ControlThread implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlThread.class);
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** What it runs. */
  interface Loop extends AutoCloseable {
    /** Does what there is to do, and waits a moment for more. */
    void doWork();

    /** Writes no more until it is elected and has read everything again. */
    void stepDown(String reason);

    @Override
    void close();
  }

  private final String name;
  private final Loop loop;
  private final Consumer<String> stopped;
  private final Thread thread;
  private volatile boolean closing;

  /**
   * A thread that is not started yet.
   *
   * @param name the controller's
   * @param loop closed when the thread ends
   * @param stopped is told why the thread has ended by itself
   */
  ControlThread(String name, Loop loop, Consumer<String> stopped) {
    this.name = name;
    this.loop = loop;
    this.stopped = stopped;
    thread = new Thread(this::run, "control-" + name);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try (loop) {
      while (!closing) {
        work();
      }
    } catch (RuntimeException | Error e) {
      LOG.error("{}: stopped", name, e);
      stopped.accept("stopped: " + e);
    }
  }

  private void work() {
    try {
      loop.doWork();
    } catch (KafkaException e) {
      LOG.warn("{}: trying again after {}", name, e.toString());
      LockSupport.parkNanos(RETRY.toNanos());
    } catch (RuntimeException e) {
      LOG.error("{}: steps down, and tries again", name, e);
      loop.stepDown("failed: " + e + "; trying again");
      LockSupport.parkNanos(RETRY.toNanos());
    }
  }

  /** Ends the loop and waits for it. */
  @Override
  public void close() {
    closing = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
