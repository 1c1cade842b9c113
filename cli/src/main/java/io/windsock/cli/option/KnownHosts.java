package io.windsock.cli.option;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until one of a cluster's hosts has a name that is known: while a container or a pod is
 * down, its name often is not.
 */
final class KnownHosts {
  private static final Logger LOG = LoggerFactory.getLogger(KnownHosts.class);

  /** How Kafka's clients begin what they say then. */
  private static final String UNKNOWN = "No resolvable bootstrap urls";

  private static final long PAUSE_MS = 500;

  private final String servers;
  private final long timeoutMs;

  /**
   * Of a cluster.
   *
   * @param servers its brokers, HOST:PORT, with commas between them
   * @param timeoutMs how long to wait
   */
  KnownHosts(String servers, long timeoutMs) {
    this.servers = servers;
    this.timeoutMs = timeoutMs;
  }

  /**
   * What {@code client} makes, once it can.
   *
   * @throws KafkaException if it fails for another reason, at once; or still for this one
   */
  <T> T await(Supplier<T> client) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    boolean told = false;
    while (true) {
      try {
        return client.get();
      } catch (KafkaException e) {
        if (!isUnknown(e) || System.nanoTime() >= deadline) {
          throw e;
        }
      }
      if (!told) {
        LOG.warn("no host in '{}' is known; waiting {} s for one", servers, timeoutMs / 1000);
        told = true;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
    }
  }

  private static boolean isUnknown(KafkaException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return cause.getMessage() != null && cause.getMessage().startsWith(UNKNOWN);
  }
}
