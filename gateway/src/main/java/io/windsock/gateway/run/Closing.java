package io.windsock.gateway.run;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes parts of a gateway. A part that fails to close is logged, and the next ones are closed all
 * the same, because nobody closes a gateway twice.
 */
final class Closing {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private Closing() {}

  static void each(String gateway, AutoCloseable... parts) {
    each(gateway, List.of(parts));
  }

  /** Closes parts in this order. */
  static void each(String gateway, Iterable<AutoCloseable> parts) {
    for (AutoCloseable part : parts) {
      try {
        part.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        LOG.warn("{}: a part of it was not closed in order", gateway, e);
      }
    }
  }
}
