package io.windsock.embedded;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.image.ClusterImage;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.loader.MetadataLoader;
import org.apache.kafka.image.publisher.MetadataPublisher;
import org.apache.kafka.metadata.BrokerRegistration;

/**
 * Waits until the cluster's metadata no longer contains the traces of a killed broker: a
 * registration that still counts as alive, and partitions that it still leads. A broker that starts
 * earlier resumes its transactions at once, finds their partitions without a leader a moment later,
 * assumes they were deleted, and marks a committed transaction complete without writing its
 * markers: its records are then never visible (KAFKA-20734, seen in 4.3.1). A broker that starts
 * later resumes the transactions when it leads the partitions again.
 */
final class FormerRegistration implements MetadataPublisher {
  /** Longer than a broker's session, which expires by itself. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final int node;
  private final CompletableFuture<Void> fenced = new CompletableFuture<>();

  private FormerRegistration(int node) {
    this.node = node;
  }

  /**
   * Returns when node {@code node} is not registered or is fenced: at once after a clean stop,
   * within a session timeout after a kill.
   *
   * @throws IllegalStateException if that takes longer than a minute, or the thread is interrupted
   */
  static void awaitFenced(MetadataLoader loader, int node) {
    FormerRegistration former = new FormerRegistration(node);
    try {
      loader.installPublishers(List.of(former)).get();
      former.fenced.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      loader.removeAndClosePublisher(former).get();
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "the broker's former registration did not end within " + LIMIT.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the cluster's metadata could not be read", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while starting", e);
    }
  }

  @Override
  public String name() {
    return "FormerRegistration " + node;
  }

  @Override
  public void onMetadataUpdate(MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
    if (ended(image.cluster(), node)) {
      fenced.complete(null);
    }
  }

  /** Whether the node no longer counts as alive. */
  static boolean ended(ClusterImage cluster, int node) {
    BrokerRegistration registration = cluster.broker(node);
    return registration == null || registration.fenced();
  }

  /** There is nothing to close. */
  @Override
  public void close() {}
}
