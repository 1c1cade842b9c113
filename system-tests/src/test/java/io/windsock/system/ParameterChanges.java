package io.windsock.system;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.call.Written;
import io.windsock.control.client.ControllerClient;
import io.windsock.platform.http.client.RemoteException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;

/**
 * Sets one value to 1, 2, 3 … through whichever controller is active, each until it is known to be
 * written: a call that fails has its outcome found out from a controller that is active. Has a
 * thread of its own.
 */
final class ParameterChanges implements AutoCloseable {
  private static final int MAX_PAUSE_MS = 400;
  private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How a value is set. */
  interface Setting {
    Written set(ControllerClient controller, int value);
  }

  private final List<ControllerClient> controllers;
  private final Setting setting;
  private final ToIntFunction<JsonNode> inForce;
  private final Random random;
  private final Map<Long, Integer> acknowledged = new TreeMap<>();
  private final Thread thread = new Thread(this::run, "parameter-changes");
  private volatile int written;
  private final AtomicInteger found = new AtomicInteger();
  private volatile boolean closing;

  /**
   * Begins.
   *
   * @param inForce the value in parameters that a controller tells
   */
  ParameterChanges(
      List<ControllerClient> controllers,
      Setting setting,
      ToIntFunction<JsonNode> inForce,
      Random random) {
    this.controllers = controllers;
    this.setting = setting;
    this.inForce = inForce;
    this.random = random;
    thread.start();
  }

  private void run() {
    while (!closing) {
      write(written + 1);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(MAX_PAUSE_MS)));
    }
  }

  private void write(int value) {
    for (int i = random.nextInt(controllers.size()); !closing; i++) {
      ControllerClient controller = controllers.get(i % controllers.size());
      try {
        acknowledged.put(setting.set(controller, value).epoch(), value);
        written = value;
        return;
      } catch (RemoteException e) {
        if (isWritten(value)) {
          found.incrementAndGet();
          written = value;
          return;
        }
      }
    }
  }

  /** Asks until a controller is active: then what a dead one left behind is decided. */
  private boolean isWritten(int value) {
    while (!closing) {
      for (ControllerClient controller : controllers) {
        try {
          JsonNode answer = controller.get("/v1/params");
          if (answer.path("active").asBoolean()) {
            return inForce.applyAsInt(answer.path("parameters")) == value;
          }
        } catch (RemoteException e) {
          // The next one, or later.
        }
      }
      LockSupport.parkNanos(RETRY_NS);
    }
    return false;
  }

  /** The last value that is known to be written. */
  int written() {
    return written;
  }

  /** How many were written though the call had failed. */
  int found() {
    return found.get();
  }

  /** What calls that succeeded have set, by the epoch that they answered. After {@link #close}. */
  Map<Long, Integer> acknowledged() {
    return acknowledged;
  }

  /** Makes no more changes; returns when the last one has its answer. */
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
