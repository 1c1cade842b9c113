package io.windsock.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.topic.Topics;
import io.windsock.ede.EdeDefinition;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.rules.config.RuleSet;
import io.windsock.site.Site;
import io.windsock.site.SiteConfig;
import io.windsock.site.status.SiteRole;
import io.windsock.testbed.audit.Auditor;
import io.windsock.testbed.audit.Drain;
import io.windsock.testbed.audit.Pipeline;
import io.windsock.testbed.audit.Summary;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bad records of every kind among good ones, in all source topics of a running pipeline: each is
 * dead-lettered for the stated reason, every good one passes, nothing stops, and sites agree.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class BadInputIT {
  private static final Topics TOPICS = Topics.standard();
  private static final int PARTITIONS = 2;
  private static final int EVENTS = 6_000;
  private static final int BAD_EVERY = 40;
  private static final int CORRUPT_EVERY = 5;
  private static final int HUGE_BYTES = 2 * 1024 * 1024;
  private static final int FRAMING_BYTES = 5;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What is wrong with a record, and how its reason begins. */
  private enum Bad {
    NO_KEY("no key"),
    NO_VALUE("no value"),
    HUGE("oversized: " + HUGE_BYTES + " bytes"),
    UNFRAMED("not in the Confluent framing"),
    UNKNOWN_SCHEMA("unknown schema id 4711"),
    WRONG_STREAM("belongs to stream"),
    TRUNCATED("undecodable"),
    FUTURE("future-dated");

    final String reason;

    Bad(String reason) {
      this.reason = reason;
    }
  }

  private final long seed = Long.getLong("windsock.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final EventCodec codec = new EventCodec(Outputs.CATALOGUE);
  private final List<FeedEvent> good = new ArrayList<>();
  private final Map<Bad, Integer> sent = new TreeMap<>();
  private int corrupt;

  @Test
  void shouldDeadLetterWhatIsBadAndPassEverythingElse(@TempDir Path folder) throws Exception {
    System.out.println("bad records: -Dwindsock.seed=" + seed);
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
        TopologyApp topology = TopologyApp.start(topology(broker, folder))) {
      assertThat(topology.awaitRunning(PATIENCE)).isTrue();
      try (Site central = site(broker, folder, SiteRole.CENTRAL);
          Site mirror = site(broker, folder, SiteRole.MIRROR)) {
        append(broker);
        Pipeline pipeline = pipeline(broker, List.of(central, mirror));
        assertThat(new Drain(pipeline, PATIENCE).await(() -> false)).isTrue();

        Summary summary = new Auditor(pipeline).summary(new Summary.Replayed(0, 0, 0, 0), 0);
        assertThat(summary.problems()).isEmpty();
        checkDeadLetters(read(broker, TOPICS.deadLetter()), summary);
        checkGoodPassed(read(broker, TOPICS.forward()));
        assertThat(topology.health().state()).isEqualTo(TopologyApp.State.RUNNING);
        for (Site site : List.of(central, mirror)) {
          assertThat(site.progress().phase().ready()).isTrue();
          checkServes(site);
        }
      }
    }
  }

  private static TopologyConfig topology(EmbeddedBroker broker, Path folder) {
    return TopologyConfig.builder(Outputs.CATALOGUE)
        .bootstrapServers(broker.bootstrapServers())
        .partitions(PARTITIONS)
        .stateDir(folder.resolve("topology"))
        .build();
  }

  private static Site site(EmbeddedBroker broker, Path folder, SiteRole role) {
    String name = role.text();
    return Site.start(
        SiteConfig.builder(
                role, name, broker.bootstrapServers(), folder.resolve(name), Outputs.DOMAIN)
            .http("127.0.0.1", 0)
            .build());
  }

  private static Pipeline pipeline(EmbeddedBroker broker, List<Site> sites) {
    return new Pipeline(
        Map.of("bootstrap.servers", broker.bootstrapServers()),
        TOPICS,
        Outputs.CATALOGUE,
        EdeDefinition.builtIn(Outputs.CATALOGUE),
        PARTITIONS,
        RuleSet.standard(Outputs.CATALOGUE),
        sites);
  }

  private void append(EmbeddedBroker broker) throws Exception {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "max.request.size",
            2 * HUGE_BYTES,
            "linger.ms",
            5);
    Serializer<byte[]> bytes = new ByteArraySerializer();
    GeneratorOptions options =
        GeneratorOptions.day().withFlights(30).withHours(Duration.ofHours(2)).withEvents(EVENTS);
    List<Future<?>> sends = new ArrayList<>();
    try (GeneratedFeed feed = new GeneratedFeed(Outputs.CATALOGUE, options);
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings, bytes, bytes)) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        if (good.size() % BAD_EVERY == 0) {
          Bad bad = Bad.values()[good.size() / BAD_EVERY % Bad.values().length];
          sends.add(producer.send(bad(bad, event)));
          sent.merge(bad, 1, Integer::sum);
        }
        if (good.size() % CORRUPT_EVERY == 0) {
          sends.add(producer.send(record(event, event.key(), corrupted(event.value()))));
          corrupt++;
        }
        sends.add(producer.send(record(event, event.key(), event.value())));
        good.add(event);
      }
      for (Future<?> done : sends) {
        done.get();
      }
    }
    assertThat(good).hasSize(EVENTS);
  }

  private static ProducerRecord<byte[], byte[]> record(
      FeedEvent event, @Nullable String key, byte @Nullable [] value) {
    String stream = event.type().stream();
    assertThat(stream).isNotNull();
    return new ProducerRecord<>(
        TOPICS.source(stream), key == null ? null : key.getBytes(UTF_8), value);
  }

  private ProducerRecord<byte[], byte[]> bad(Bad bad, FeedEvent event) throws Exception {
    byte[] value = event.value();
    return switch (bad) {
      case NO_KEY -> record(event, null, value);
      case NO_VALUE -> record(event, event.key(), null);
      case HUGE -> record(event, event.key(), Arrays.copyOf(value, HUGE_BYTES));
      case UNFRAMED -> record(event, event.key(), "{\"altitude\":3}".getBytes(UTF_8));
      case UNKNOWN_SCHEMA -> record(event, event.key(), Framing.frame(4711, new byte[8]));
      case WRONG_STREAM -> wrongStream(event);
      case TRUNCATED -> record(event, event.key(), Arrays.copyOf(value, value.length - 1));
      case FUTURE -> record(event, event.key(), future(event));
    };
  }

  private static ProducerRecord<byte[], byte[]> wrongStream(FeedEvent event) {
    String right = event.type().stream();
    String wrong =
        Outputs.CATALOGUE.streams().stream()
            .filter(stream -> !stream.equals(right))
            .findFirst()
            .orElseThrow();
    return new ProducerRecord<>(TOPICS.source(wrong), event.key().getBytes(UTF_8), event.value());
  }

  private byte[] future(FeedEvent event) throws Exception {
    GenericRecord record = codec.decode(event.value());
    record.put("eventTime", System.currentTimeMillis() + Duration.ofHours(3).toMillis());
    return codec.encode(event.type(), record);
  }

  /** Bits changed, bytes lost or added: some are still events, if odd ones. */
  private byte[] corrupted(byte[] value) {
    byte[] bytes = value.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = FRAMING_BYTES + random.nextInt(bytes.length - FRAMING_BYTES);
      bytes[at] ^= (byte) (1 << random.nextInt(8));
    }
    int length = bytes.length + Math.max(0, random.nextInt(20) - 17) - random.nextInt(2);
    return Arrays.copyOf(bytes, length);
  }

  private void checkDeadLetters(List<ConsumerRecord<byte[], byte[]>> letters, Summary summary) {
    assertThat(letters).hasSize((int) summary.deadLettered());
    Map<Bad, Integer> found = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> letter : letters) {
      String reason = new String(letter.headers().lastHeader(EventHeaders.REASON).value(), UTF_8);
      Bad kind =
          Arrays.stream(Bad.values())
              .filter(bad -> reason.contains(bad.reason))
              .findFirst()
              .orElseThrow(() -> new AssertionError("unexpected reason: " + reason));
      found.merge(kind, 1, Integer::sum);
    }
    for (Bad bad : Bad.values()) {
      // Corrupt ones are undecodable, or from the future, too.
      boolean alsoCorrupt = bad == Bad.TRUNCATED || bad == Bad.FUTURE;
      int most = sent.getOrDefault(bad, 0) + (alsoCorrupt ? corrupt : 0);
      assertThat(found.get(bad))
          .as("%s, seed %d", bad, seed)
          .isBetween(sent.getOrDefault(bad, 0), most);
    }
    System.out.println("sent " + sent + " and " + corrupt + " corrupt; dead letters " + found);
  }

  private void checkGoodPassed(List<ConsumerRecord<byte[], byte[]>> forward) {
    Map<String, Integer> passed = new HashMap<>();
    forward.stream()
        .filter(record -> record.key() != null)
        .forEach(
            record ->
                passed.merge(
                    new String(record.key(), UTF_8) + Arrays.toString(record.value()),
                    1,
                    Integer::sum));
    for (FeedEvent event : good) {
      String text = event.key() + Arrays.toString(event.value());
      assertThat(passed.merge(text, -1, Integer::sum))
          .as("an event of %s is missing, seed %d", event.key(), seed)
          .isNotNegative();
    }
  }

  /** Whatever got through, each key's state is sound JSON. */
  private void checkServes(Site site) throws Exception {
    HttpClient http = HttpClient.newHttpClient();
    Set<String> keys = new HashSet<>();
    good.forEach(event -> keys.add(event.key()));
    for (String key : keys) {
      URI uri = URI.create(site.url() + "/v1/state/" + URLEncoder.encode(key, UTF_8));
      HttpResponse<String> answer =
          http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      JsonNode state = JSON.readTree(answer.body());
      assertThat(answer.statusCode()).as("%s: %s, seed %d", uri, state, seed).isEqualTo(200);
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> read(EmbeddedBroker broker, String topic) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "isolation.level",
            "read_committed",
            "auto.offset.reset",
            "none");
    Deserializer<byte[]> bytes = new ByteArrayDeserializer();
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings, bytes, bytes)) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (int p = 0; p < PARTITIONS; p++) {
        partitions.add(new TopicPartition(topic, p));
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = LogEnds.of(broker.bootstrapServers(), partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        consumer.poll(Duration.ofMillis(200)).forEach(all::add);
      }
    }
    return all;
  }
}
