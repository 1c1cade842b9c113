package io.windsock.topology.guard;

import io.windsock.contracts.config.ConfigurationException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FinalizedVersionRange;

/** Checks that a cluster answers and has the features that a topology needs. */
final class ClusterCheck {
  private static final String TRANSACTION_VERSION = "transaction.version";

  /** From this version on, a late request of an earlier transaction can't continue a later one. */
  private static final int LEAST_TRANSACTION_VERSION = 2;

  private ClusterCheck() {}

  /**
   * Checks the cluster.
   *
   * @throws ConfigurationException if it does not answer, or lacks a feature
   */
  static void check(Admin admin, String bootstrapServers) {
    FeatureMetadata features =
        AdminReply.get(
            admin.describeFeatures().featureMetadata(), "reach the cluster at " + bootstrapServers);
    FinalizedVersionRange version = features.finalizedFeatures().get(TRANSACTION_VERSION);
    int actual = version == null ? 0 : version.maxVersionLevel();
    if (actual < LEAST_TRANSACTION_VERSION) {
      throw ConfigurationException.of(
          "cluster " + bootstrapServers,
          "transaction.version is "
              + actual
              + "; exactly-once delivery needs 2: kafka-features.sh"
              + " upgrade --feature transaction.version=2");
    }
  }
}
