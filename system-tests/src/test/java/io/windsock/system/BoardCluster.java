package io.windsock.system;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.feeds.replay.Replay;
import io.windsock.feeds.replay.ReplayOptions;
import io.windsock.feeds.replay.ReplayTarget;
import io.windsock.feeds.replay.time.Speed;
import io.windsock.rules.config.RuleSet;
import io.windsock.site.Site;
import io.windsock.site.SiteConfig;
import io.windsock.site.status.SiteRole;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Broker and topology in this process, and sites as they are asked for. Event time goes only
 * forward, so that no test finds a feed that is ahead of it. One thread owns it.
 */
final class BoardCluster implements AutoCloseable {
  /** A site counts as caught up only when it has all of the log. */
  private static final long NO_LAG = 0;

  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

  private final Path folder;
  private final EmbeddedBroker broker;
  private final TopologyApp topology;
  private final KafkaProducer<byte[], byte[]> producer;
  private final EventCodec codec = new EventCodec(Outputs.CATALOGUE);
  private Instant now = Instant.parse("2026-03-02T08:00:00Z");
  private long sent;

  private BoardCluster(Path folder, EmbeddedBroker broker, TopologyApp topology) {
    this.folder = folder;
    this.broker = broker;
    this.topology = topology;
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  static BoardCluster start(Path folder) throws InterruptedException {
    EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
    TopologyConfig config =
        TopologyConfig.builder(Outputs.CATALOGUE)
            .bootstrapServers(broker.bootstrapServers())
            .rules(RuleSet.standard(Outputs.CATALOGUE))
            .partitions(2)
            .maxFutureMs(Duration.ofDays(366).toMillis())
            .stateDir(folder.resolve("topology"))
            .build();
    BoardCluster cluster = new BoardCluster(folder, broker, TopologyApp.start(config));
    if (!cluster.topology.awaitRunning(START_TIMEOUT)) {
      throw new IllegalStateException("the topology is " + cluster.topology.health());
    }
    return cluster;
  }

  /** Starts a site; the same name again finds its state again. 0: any port. */
  Site site(SiteRole role, String name, int port) {
    SiteConfig config =
        SiteConfig.builder(
                role, name, broker.bootstrapServers(), folder.resolve(name), Outputs.DOMAIN)
            .http("127.0.0.1", port)
            .readyLag(NO_LAG)
            .build();
    return Site.start(config);
  }

  /** The feed's time now, after {@code time} has gone by. */
  Instant after(Duration time) {
    now = now.plus(time);
    return now;
  }

  /** Sends an event that happens now; it is acknowledged on return. */
  void send(String key, String typeName, Map<String, ?> fields) throws Exception {
    EventType type = Outputs.CATALOGUE.type(typeName);
    GenericRecord event = new GenericData.Record(type.current().schema());
    event.put("eventTime", now.toEpochMilli());
    fields.forEach((name, value) -> event.put(name, value(event.getSchema(), name, value)));
    String topic = Topics.standard().source(Objects.requireNonNull(type.stream()));
    byte[] bytes = codec.encode(type, event);
    producer.send(new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), bytes)).get();
    sent++;
  }

  private static Object value(Schema event, String name, Object value) {
    Schema schema = event.getField(name).schema();
    return schema.getType() == Schema.Type.ENUM
        ? new GenericData.EnumSymbol(schema, value)
        : value instanceof Instant time ? (Object) time.toEpochMilli() : value;
  }

  /** A replay that goes on, and how many events it will have sent. */
  record Sample(Replay replay, CompletableFuture<Long> acked) {}

  /** Replays the first {@code span} of the built-in sample, as if it began now. */
  Sample replaySample(Duration span, Speed speed) {
    GeneratorOptions sample = GeneratorOptions.sample().withStart(now);
    ReplayOptions options = ReplayOptions.builder().speed(speed).to(after(span)).build();
    ReplayTarget target =
        new ReplayTarget(broker.bootstrapServers(), Topics.standard(), Outputs.CATALOGUE);
    Replay replay =
        new Replay(
            target,
            () -> new GeneratedFeed(Outputs.CATALOGUE, sample),
            options,
            fault -> {
              throw new IllegalStateException(fault.toString());
            });
    return new Sample(replay, CompletableFuture.supplyAsync(() -> run(replay)));
  }

  private static long run(Replay replay) {
    try {
      return replay.run().acked();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Counts events that something else has sent. */
  void sentElsewhere(long events) {
    sent += events;
  }

  /** Whether all that was sent is in the mirror topic, and {@code site} has applied it. */
  boolean reached(Site site) {
    Outputs.Content mirror =
        new Outputs(broker.bootstrapServers()).read(Topics.standard().mirror());
    return mirror.marked("received") == sent && mirror.digest().equals(digest(site));
  }

  private static String digest(Site site) {
    try (var snapshot = site.state().snapshot()) {
      return snapshot.digest(false).maintained();
    }
  }

  @Override
  public void close() {
    producer.close();
    topology.close();
    broker.close();
  }
}
