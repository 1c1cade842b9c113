package io.windsock.cli.topics;

import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.NamedDomain;
import io.windsock.cli.show.Table;
import io.windsock.cli.show.Units;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.schema.Catalogue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows which of the topics exist, and their contents. */
@Command(
    name = "list",
    description = {
      "List Windsock's topics: partitions, offsets, settings.",
      "Without --domain: the airline domain's, or those of another domain if the cluster holds them."
    },
    footer = {
      "  windsock topics list",
      "  windsock topics list --bootstrap-server kafka:9092 --prefix test --output json"
    })
final class TopicsListCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private NamedDomain domain = new NamedDomain();

  /** One topic; if {@code exists} is false, the other values are empty. */
  private record Row(
      String name,
      String topic,
      boolean exists,
      int partitions,
      int replicas,
      long first,
      long end,
      Map<String, String> settings) {}

  @Override
  public Integer call() throws InterruptedException, ExecutionException {
    List<Row> rows = new ArrayList<>();
    try (Admin admin = cluster.admin()) {
      Map<String, String> names = names(admin);
      var described = admin.describeTopics(names.values()).topicNameValues();
      for (Map.Entry<String, String> name : names.entrySet()) {
        rows.add(row(admin, name.getKey(), name.getValue(), described));
      }
    }
    common.output().result(rows, () -> table(rows).text());
    return ExitCode.OK;
  }

  /**
   * Returns the named domain's topics; without a domain, those of every stream that has topics in
   * the cluster.
   */
  private Map<String, String> names(Admin admin) throws InterruptedException, ExecutionException {
    Catalogue catalogue = domain.catalogue();
    if (domain.given()) {
      return TopicNames.of(cluster.topics(), catalogue);
    }
    Set<String> streams = new LinkedHashSet<>();
    Set<String> existing = TopicNames.streams(cluster.topics(), admin.listTopics().names().get());
    if (existing.isEmpty() || catalogue.streams().stream().anyMatch(existing::contains)) {
      streams.addAll(catalogue.streams());
    }
    streams.addAll(existing);
    return TopicNames.of(cluster.topics(), streams);
  }

  private static Row row(
      Admin admin, String name, String topic, Map<String, KafkaFuture<TopicDescription>> described)
      throws InterruptedException, ExecutionException {
    try {
      KafkaFuture<TopicDescription> future = described.get(topic);
      if (future == null) {
        throw new Failure("the cluster did not answer about topic '" + topic + "': try again");
      }
      TopicDescription description = future.get();
      int partitions = description.partitions().size();
      return new Row(
          name,
          topic,
          true,
          partitions,
          description.partitions().get(0).replicas().size(),
          sum(admin, topic, partitions, OffsetSpec.earliest()),
          sum(admin, topic, partitions, OffsetSpec.latest()),
          settings(admin, topic));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return new Row(name, topic, false, 0, 0, 0, 0, Map.of());
      }
      throw e;
    }
  }

  private static long sum(Admin admin, String topic, int partitions, OffsetSpec which)
      throws InterruptedException, ExecutionException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (int p = 0; p < partitions; p++) {
      asked.put(new TopicPartition(topic, p), which);
    }
    Collection<org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo> answers =
        admin.listOffsets(asked).all().get().values();
    return answers.stream().mapToLong(info -> Math.max(0, info.offset())).sum();
  }

  private static Map<String, String> settings(Admin admin, String topic)
      throws InterruptedException, ExecutionException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Map<String, String> settings = new java.util.TreeMap<>();
    for (var config : admin.describeConfigs(List.of(resource)).all().get().values()) {
      for (var entry : config.entries()) {
        if (!entry.isDefault() && entry.source().name().equals("DYNAMIC_TOPIC_CONFIG")) {
          settings.put(entry.name(), entry.value());
        }
      }
    }
    return settings;
  }

  private static Table table(List<Row> rows) {
    Table table = new Table("NAME", "TOPIC", ">PARTITIONS", ">REPLICAS", ">OFFSETS", "SETTINGS");
    for (Row row : rows) {
      String offsets = row.first() == 0 ? "" : Units.count(row.first()) + "–";
      table.row(
          row.name(),
          row.topic(),
          row.exists() ? row.partitions() : "-",
          row.exists() ? row.replicas() : "-",
          row.exists() ? offsets + Units.count(row.end()) : "-",
          row.exists() ? row.settings() : "does not exist");
    }
    return table;
  }
}
