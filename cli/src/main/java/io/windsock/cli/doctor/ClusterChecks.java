package io.windsock.cli.doctor;

import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.topics.TopicNames;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.topology.TopicSetup;
import io.windsock.topology.guard.Application;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.common.Node;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a cluster can carry Windsock's topics, and that the topics are configured correctly.
 */
final class ClusterChecks {
  private static final int MIN_TRANSACTION_VERSION = 2;

  private final ClusterOptions cluster;
  private final Catalogue catalogue;
  private final Application application;
  private final boolean asked;

  /**
   * Creates the checks of one cluster.
   *
   * @param application the topology to look for
   * @param asked whether it was named explicitly, and so must exist
   */
  ClusterChecks(
      ClusterOptions cluster, Catalogue catalogue, Application application, boolean asked) {
    this.cluster = cluster;
    this.catalogue = catalogue;
    this.application = application;
    this.asked = asked;
  }

  List<Check> all() throws InterruptedException {
    List<Check> checks = new ArrayList<>();
    try (Admin admin = cluster.admin()) {
      checks.add(brokers(admin));
      features(admin, checks);
      topics(admin, checks);
    } catch (Failure e) {
      String remedy = "windsock broker, or --bootstrap-server HOST:PORT; the demo brings its own";
      String found = "none at " + cluster.bootstrapServers();
      checks.add(
          asked ? Check.fault("broker", found, remedy) : Check.skipped("broker", found, remedy));
    } catch (ExecutionException e) {
      checks.add(
          Check.fault("broker", String.valueOf(e.getCause()), "look at the broker's own log"));
    }
    return checks;
  }

  private Check brokers(Admin admin) throws InterruptedException, ExecutionException {
    var nodes = admin.describeCluster().nodes().get();
    List<String> names = nodes.stream().map(ClusterChecks::address).sorted().toList();
    return Check.ok("broker", nodes.size() + ": " + String.join(", ", names));
  }

  private static String address(Node node) {
    return node.host() + ":" + node.port();
  }

  private static void features(Admin admin, List<Check> checks)
      throws InterruptedException, ExecutionException {
    Map<String, FinalizedVersionRange> features =
        admin.describeFeatures().featureMetadata().get().finalizedFeatures();
    int metadata = level(features.get(MetadataVersion.FEATURE_NAME));
    checks.add(Check.ok("broker version", "metadata.version " + metadata + version(metadata)));
    int transactions = level(features.get("transaction.version"));
    String found = "transaction.version " + transactions;
    checks.add(
        transactions >= MIN_TRANSACTION_VERSION
            ? Check.ok("transactions", found)
            : Check.fault(
                "transactions",
                found,
                "kafka-features.sh upgrade --feature transaction.version=2"));
  }

  private static int level(@Nullable FinalizedVersionRange range) {
    return range == null ? 0 : range.maxVersionLevel();
  }

  private static String version(int level) {
    try {
      return " (Kafka " + MetadataVersion.fromFeatureLevel((short) level).shortVersion() + ")";
    } catch (IllegalArgumentException e) {
      return " (newer than this program)";
    }
  }

  private void topics(Admin admin, List<Check> checks)
      throws InterruptedException, ExecutionException {
    Set<String> streams = TopicNames.streams(cluster.topics(), admin.listTopics().names().get());
    if (!streams.isEmpty() && Collections.disjoint(streams, catalogue.streams())) {
      String found = "those of another domain, with the streams " + String.join(", ", streams);
      checks.add(Check.fault("topics", found, "windsock doctor --domain DIR, with that domain's"));
      return;
    }
    try {
      List<Fault> faults = TopicSetup.faults(admin, cluster.topics(), catalogue);
      for (Fault fault : faults) {
        checks.add(Check.of(fault));
      }
      if (faults.isEmpty()) {
        int count = TopicNames.of(cluster.topics(), catalogue).size();
        checks.add(Check.ok("topics", count + " topics, all as they must be"));
        checks.addAll(new PipelineChecks(admin, cluster.clientConfig(), application).all());
      }
    } catch (ConfigurationException e) {
      checks.add(Check.fault("topics", e.getMessage() + "", "try again"));
    }
  }
}
