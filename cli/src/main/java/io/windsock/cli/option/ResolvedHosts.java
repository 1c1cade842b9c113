package io.windsock.cli.option;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until the name of at least one of a cluster's hosts resolves: it often does not while the
 * host's container or pod is down.
 */
final class ResolvedHosts {
  private static final Logger LOG = LoggerFactory.getLogger(ResolvedHosts.class);

  /** The beginning of the message that Kafka's clients report in this case. */
  private static final String UNKNOWN = "No resolvable bootstrap urls";

  private static final long PAUSE_MS = 500;

  private final String servers;
  private final long timeoutMs;

  /**
   * Creates a wait for one cluster.
   *
   * @param servers its brokers, HOST:PORT, separated by commas
   * @param timeoutMs how long to wait
   */
  ResolvedHosts(String servers, long timeoutMs) {
    this.servers = servers;
    this.timeoutMs = timeoutMs;
  }

  /**
   * Returns the client created by {@code client}, retrying until a name resolves.
   *
   * @throws KafkaException at once if creation fails for another reason; after the timeout if no
   *     name resolves
   */
  <T> T await(Supplier<T> client) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    boolean reported = false;
    while (true) {
      try {
        return client.get();
      } catch (KafkaException e) {
        if (!isUnknown(e) || System.nanoTime() >= deadline) {
          throw e;
        }
      }
      if (!reported) {
        LOG.warn("no host in '{}' is known; waiting {} s for one", servers, timeoutMs / 1000);
        reported = true;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
    }
  }

  private static boolean isUnknown(KafkaException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return cause.getMessage() != null && cause.getMessage().startsWith(UNKNOWN);
  }
}
