package io.windsock.control;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that runs a control loop until it is closed. It retries if the cluster does not
 * answer. If a record or a defect makes the loop throw, the loop steps down, and reads the control
 * topic again when it takes over; the controller keeps running. An error that the JVM can't recover
 * from ends the thread, which notifies the program.
 */
final class ControlThread implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlThread.class);
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** The loop to run. */
  interface Loop extends AutoCloseable {
    /** Does the work at hand, and waits briefly for more. */
    void doWork();

    /** Stops writing until it is elected and has read everything again. */
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
   * Creates a thread without starting it.
   *
   * @param name the controller's name
   * @param loop closed when the thread ends
   * @param stopped called with the reason if the thread ends by itself
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
