package io.windsock.gateway.update;

import java.time.Clock;

/**
 * The updates of a gateway: read, then written. Any thread may use it.
 *
 * @param reader reads them
 * @param writer writes them
 */
public record Updates(UpdateReader reader, UpdateWriter writer) implements AutoCloseable {
  /** Starts the updates of a gateway. It connects in the background. */
  public static Updates start(UpdateConfig config) {
    return new Updates(
        new UpdateReader(config.catalogue(), Clock.systemUTC()), new UpdateWriter(config));
  }

  /** Ends the updates that wait, each with an outcome; then the HTTP server may close. */
  @Override
  public void close() {
    writer.close();
  }
}
