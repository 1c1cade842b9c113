package io.windsock.evaluation.gateway.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * What {@link CallsMain} reads: orders, a line each, and the line {@link #STOP}, which ends the
 * load of the last one early. A thread of its own reads them, so that a load can be stopped; the
 * thread that runs loads takes them.
 */
final class Orders {
  /** Stops the load that runs. */
  static final String STOP = "stop";

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private volatile boolean stopped;

  /** Reads until there are no more lines; the loads that were ordered may still run. */
  void read(BufferedReader reader) throws IOException {
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.equals(STOP)) {
        stopped = true;
      } else {
        // Whoever orders has the result of the load before, so the last stop was meant for that.
        stopped = false;
        lines.add(line);
      }
    }
  }

  /** Returns the next order; waits until there is one. */
  String next() throws InterruptedException {
    return lines.take();
  }

  /** Returns whether the load of the last order is to end early. */
  boolean stopped() {
    return stopped;
  }
}
