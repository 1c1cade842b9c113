package io.windsock.cli.topics;

import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.DomainOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.StopSignal;
import io.windsock.cli.show.Output;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.platform.kafka.LogConsumers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints a topic's records, decoded. */
@Command(
    name = "tail",
    description = "Print records of a topic: events, derived events, markers, dead letters.",
    footer = {
      "  windsock topics tail mirror                       the last records of each partition",
      "  windsock topics tail mirror --follow --type Marker",
      "  windsock topics tail positions --from beginning --max 5 --key BAW123",
      "  windsock topics tail dead-letter --from 2026-01-31T12:00:00Z --output json"
    })
final class TopicsTailCommand implements Callable<Integer> {
  private static final Duration POLL = Duration.ofMillis(200);

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private DomainOptions domain = new DomainOptions();

  @Parameters(
      paramLabel = "TOPIC",
      description = "A stream's name, forward, mirror, dead-letter, or a topic's full name.")
  private String topic = "";

  @Option(
      names = "--from",
      paramLabel = "WHERE",
      defaultValue = "-10",
      description =
          "beginning, end, an offset, a time (2026-01-31T12:00:00Z), or -N: the last N of each"
              + " partition (default: ${DEFAULT-VALUE}).")
  private String from = "-10";

  @Option(names = "--max", paramLabel = "N", description = "Stop after N records.")
  private long max = Long.MAX_VALUE;

  @Option(
      names = {"-f", "--follow"},
      description = "Continue with new records, until Ctrl-C.")
  private boolean follow;

  @Option(names = "--type", paramLabel = "TYPE", description = "Only events of this type.")
  private @Nullable String type;

  @Option(names = "--key", paramLabel = "KEY", description = "Only records of this key.")
  private @Nullable String key;

  @Override
  public Integer call() throws InterruptedException {
    Catalogue catalogue = domain.catalogue();
    String name = TopicNames.of(cluster.topics(), catalogue).getOrDefault(topic, topic);
    Start start = Start.parse(from);
    if (type != null) {
      requireType(catalogue, type);
    }
    cluster.admin().close();
    try (var consumer = LogConsumers.open(cluster.clientConfig(), LogConsumers.FROM_BEGINNING)) {
      consumer.assign(partitions(consumer, name));
      // Checked before the signal handler is installed: until then Ctrl-C ends the process at once.
      Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
      start.seek(consumer, ends);
      try (StopSignal stop = StopSignal.listen()) {
        print(consumer, ends, new RecordView.Maker(catalogue), stop);
      }
    }
    return ExitCode.OK;
  }

  private static void requireType(Catalogue catalogue, String type) {
    try {
      catalogue.type(type);
    } catch (IllegalArgumentException e) {
      throw ConfigurationException.of("--type '" + type + "'", String.valueOf(e.getMessage()));
    }
  }

  private static List<TopicPartition> partitions(
      KafkaConsumer<byte[], byte[]> consumer, String name) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (PartitionInfo info : consumer.partitionsFor(name)) {
      partitions.add(new TopicPartition(name, info.partition()));
    }
    if (partitions.isEmpty()) {
      throw new Failure(
          "there is no topic '"
              + name
              + "': 'windsock topics list' shows the existing ones; a stream of another domain"
              + " needs its --domain, or the topic's full name");
    }
    return partitions;
  }

  private void print(
      KafkaConsumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> ends,
      RecordView.Maker maker,
      StopSignal stop) {
    Output output = common.output();
    long printed = 0;
    while (!stop.asked() && printed < max && (follow || !reached(consumer, ends))) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (printed < max && (follow || before(ends, record)) && wanted(maker, record)) {
          RecordView view = maker.view(record);
          output.element(view, view::line);
          printed++;
        }
      }
    }
  }

  private static boolean before(
      Map<TopicPartition, Long> ends, ConsumerRecord<byte[], byte[]> record) {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    return record.offset() < ends.getOrDefault(partition, 0L);
  }

  private boolean wanted(RecordView.Maker maker, ConsumerRecord<byte[], byte[]> record) {
    return (type == null || type.equals(maker.type(record.value()))) && hasKey(record.key());
  }

  private boolean hasKey(byte @Nullable [] bytes) {
    if (key == null) {
      return true;
    }
    return bytes != null && key.equals(new String(bytes, StandardCharsets.UTF_8));
  }

  private static boolean reached(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      if (consumer.position(end.getKey()) < end.getValue()) {
        return false;
      }
    }
    return true;
  }
}
