package io.windsock.topology.guard;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.topology.streams.TopologyGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Refuses a start that the cluster does not support, or that would damage its data. */
public final class StartGuard {
  private static final Logger LOG = LoggerFactory.getLogger(StartGuard.class);
  private static final String TRANSACTION_VERSION = "transaction.version";

  /** From this version on, a late request of an earlier transaction can't continue a later one. */
  private static final int MIN_TRANSACTION_VERSION = 2;

  private final Positions positions;
  private final Groups groups;

  private StartGuard(Admin admin, Map<String, Object> kafka, Application application) {
    positions = new Positions(admin, kafka, application);
    groups = new Groups(admin, application);
  }

  /**
   * Checks the cluster before any topic is created.
   *
   * @param kafka properties of a client
   * @throws ConfigurationException with every reason not to start
   */
  public static void check(
      Admin admin, Map<String, Object> kafka, Application application, StartOptions options) {
    checkFeatures(admin, String.valueOf(kafka.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)));
    new StartGuard(admin, kafka, application).check(options);
  }

  /**
   * Returns the faults that a start would report, for external tools. Changes nothing; the topics
   * must exist.
   *
   * @param kafka properties of a client
   * @return the faults; each message has the finding, a semicolon and the remedy
   * @throws ConfigurationException if the cluster does not answer
   */
  public static List<Fault> faults(
      Admin admin, Map<String, Object> kafka, Application application) {
    StartGuard guard = new StartGuard(admin, kafka, application);
    List<Fault> faults = new ArrayList<>(guard.groups.foreign(guard.positions));
    faults.addAll(guard.misplaced());
    faults.addAll(guard.lostRecords());
    return faults;
  }

  private void check(StartOptions options) {
    List<Fault> faults = new ArrayList<>(groups.foreign(positions));
    faults.addAll(lostTopics());
    throwIfAny(faults);
    List<Fault> misplaced = misplaced();
    if (!misplaced.isEmpty() && options.restoreOffsets()) {
      restoreOffsets();
      misplaced = misplaced();
    }
    throwIfAny(misplaced);
    if (!options.acceptLoss()) {
      throwIfAny(lostRecords());
    }
  }

  private static void checkFeatures(Admin admin, String bootstrapServers) {
    FeatureMetadata features =
        AdminReply.get(
            admin.describeFeatures().featureMetadata(), "reach the cluster at " + bootstrapServers);
    FinalizedVersionRange version = features.finalizedFeatures().get(TRANSACTION_VERSION);
    int actual = version == null ? 0 : version.maxVersionLevel();
    if (actual < MIN_TRANSACTION_VERSION) {
      throw ConfigurationException.of(
          "cluster " + bootstrapServers,
          "transaction.version is "
              + actual
              + "; exactly-once delivery needs 2: kafka-features.sh"
              + " upgrade --feature transaction.version=2");
    }
  }

  /**
   * Returns a fault for each output topic, or changelog of the status table, that is missing
   * although the application has received records. A recreated output would lack the earlier
   * records, and sites would be rebuilt from it incompletely without notice. Without the changelog,
   * sequences would restart, so clients would take new events for old ones.
   */
  private List<Fault> lostTopics() {
    Application application = positions.application();
    Set<String> existing =
        AdminReply.get(positions.admin().listTopics().names(), "list the topics");
    List<Fault> faults =
        Stream.of(
                application.topics().forward(),
                application.topics().mirror(),
                TopologyGraph.changelog(application.id()))
            .filter(topic -> !existing.contains(topic))
            .map(topic -> lost(topic, application.id()))
            .toList();
    boolean received =
        !faults.isEmpty() && positions.committed().values().stream().anyMatch(offset -> offset > 0);
    return received ? faults : List.of();
  }

  private static Fault lost(String topic, String applicationId) {
    return new Fault(
        "topic " + topic,
        "is missing, with all that "
            + applicationId
            + " wrote to it; restore it, or start over with another topic prefix and replay");
  }

  /** Returns the faults of offsets that would send records twice or skip some. */
  private List<Fault> misplaced() {
    List<Fault> faults = new ArrayList<>(Outputs.faults(positions, groups));
    faults.addAll(SourceCheck.skipped(positions));
    return faults;
  }

  /** Returns the faults of sources that have lost records at their beginning or at their end. */
  private List<Fault> lostRecords() {
    List<Fault> faults = new ArrayList<>(SourceCheck.trimmed(positions));
    faults.addAll(SourceCheck.truncated(positions));
    return faults;
  }

  /**
   * Sets the committed offsets to those in the changelog; partitions without an entry keep theirs.
   * The status table, the outputs and the offsets belong to one transaction, so no record is
   * received twice or skipped.
   *
   * @throws ConfigurationException if the group has members, or the cluster refuses
   */
  private void restoreOffsets() {
    String group = positions.application().id();
    Map<TopicPartition, Long> committed = positions.committed();
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    positions
        .stamps()
        .forEach(
            (partition, stamp) -> {
              if (stamp > 0 || committed.containsKey(partition)) {
                offsets.put(partition, new OffsetAndMetadata(stamp));
              }
            });
    AdminReply.get(
        positions.admin().alterConsumerGroupOffsets(group, offsets).all(),
        "restore the offsets of " + group + " (stop its instances first)");
    LOG.warn("The offsets of {} were restored from its changelog: {}", group, offsets);
  }

  private static void throwIfAny(List<Fault> faults) {
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }
}
