package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.apicurio.registry.serde.avro.AvroKafkaDeserializer;
import io.apicurio.registry.serde.avro.AvroKafkaSerializer;
import io.apicurio.registry.serde.avro.strategy.QualifiedRecordIdStrategy;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.Marker;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * Topology and mirrors under the ids of a real Apicurio Registry, with Apicurio's own serializer
 * before them and its deserializer behind.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SchemaRegistryIT {
  private static final int PORT = 8080;
  private static final int EVENTS = 2_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Topics TOPICS = Topics.standard();
  private static final List<String> MIRRORS = List.of("m1", "m2");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path folder;
  private final Map<String, String> urls = new LinkedHashMap<>();
  private final List<WindsockProcess> processes = new ArrayList<>();
  private String bootstrap = "";
  private String registry = "";

  SchemaRegistryIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeAll
  static void needARegistry() {
    Engine.assumePresent(List.of(Engine.REGISTRY));
  }

  @Test
  void shouldMirrorWhatApicuriosSerializerWroteForItsDeserializer() throws Exception {
    try (GenericContainer<?> apicurio = apicurio();
        EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary())) {
      apicurio.start();
      registry = "http://" + apicurio.getHost() + ":" + apicurio.getMappedPort(PORT);
      bootstrap = broker.bootstrapServers();
      try {
        start();
        Map<String, List<String>> sent = produce();
        awaitReceived(EVENTS);
        assertThat(mirrored()).isEqualTo(sent);
        assertDigestsEqual();
        stop();

        start();
        produce();
        awaitReceived(2 * EVENTS);
        assertDigestsEqual();
        stop();
        assertRefusedWithoutRegistry();
      } finally {
        stop();
      }
    }
  }

  private static GenericContainer<?> apicurio() {
    return new GenericContainer<>(Engine.REGISTRY)
        .withExposedPorts(PORT)
        .waitingFor(Wait.forHttp("/apis/ccompat/v7/subjects").forStatusCode(200))
        .withStartupTimeout(PATIENCE);
  }

  private void start() throws Exception {
    processes.add(windsock("topology", "topology", "--rules", "none", "--data", path("topology")));
    for (String mirror : MIRRORS) {
      int port = freePort();
      urls.put(mirror, "http://127.0.0.1:" + port);
      processes.add(site(mirror, port, registryOption()));
    }
    for (String url : urls.values()) {
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> get(url + "/health/ready").statusCode() == 200);
    }
  }

  private List<String> registryOption() {
    return List.of("--schema-registry", registry + "/apis/ccompat/v7");
  }

  private WindsockProcess site(String name, int port, List<String> more) throws IOException {
    List<String> args =
        new ArrayList<>(List.of("site", "--role", "mirror", "--name", name, "-b", bootstrap));
    args.addAll(List.of("--port", String.valueOf(port), "--data", path(name)));
    args.addAll(more);
    return new WindsockProcess(folder.resolve(name + ".log"), args.toArray(String[]::new));
  }

  private WindsockProcess windsock(String log, String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("-b", bootstrap));
    all.addAll(registryOption());
    return new WindsockProcess(folder.resolve(log + ".log"), all.toArray(String[]::new));
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private void stop() throws InterruptedException {
    for (WindsockProcess process : processes) {
      process.kill();
    }
    processes.clear();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private HttpResponse<String> get(String url) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private Map<String, Object> client() {
    Map<String, Object> client = new HashMap<>();
    client.put("bootstrap.servers", bootstrap);
    client.put("apicurio.registry.url", registry + "/apis/registry/v3");
    return client;
  }

  /** Sends a feed as a program would that knows Apicurio, and nothing of Windsock. */
  private Map<String, List<String>> produce() throws Exception {
    Map<String, Object> config = client();
    config.put("key.serializer", StringSerializer.class);
    config.put("value.serializer", AvroKafkaSerializer.class);
    config.put(
        "apicurio.registry.artifact-resolver-strategy", QualifiedRecordIdStrategy.class.getName());
    config.put("apicurio.registry.find-latest", true);
    config.put("linger.ms", 5);
    Map<String, List<String>> sent = new TreeMap<>();
    EventCodec codec = new EventCodec(Outputs.CATALOGUE);
    try (var producer = new KafkaProducer<String, Object>(config);
        GeneratedFeed feed =
            new GeneratedFeed(
                Outputs.CATALOGUE, GeneratorOptions.day().withFlights(20).withEvents(EVENTS))) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        GenericRecord record = codec.decode(event.value());
        String topic = TOPICS.source(Objects.requireNonNull(event.type().stream()));
        var unused = producer.send(new ProducerRecord<>(topic, event.key(), record));
        note(sent, event.key(), record);
      }
    }
    sent.values().forEach(events -> events.sort(null));
    return sent;
  }

  private static void note(Map<String, List<String>> events, String key, GenericRecord record) {
    events
        .computeIfAbsent(key, k -> new ArrayList<>())
        .add(record.getSchema().getFullName() + " " + record);
  }

  private void awaitReceived(long events) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> {
              long[] received = new long[1];
              readMirror(
                  record -> {
                    if (record.key() == null) {
                      received[0] += received(record);
                    }
                  });
              assertThat(received[0]).isEqualTo(events);
            });
  }

  private static long received(ConsumerRecord<String, Object> record) {
    GenericRecord marker = (GenericRecord) record.value();
    assertThat(marker.getSchema().getFullName()).isEqualTo(Marker.class.getName());
    return (Long) marker.get("received");
  }

  /** Every event of the mirror topic by key, as Apicurio's deserializer reads it. */
  private Map<String, List<String>> mirrored() {
    Map<String, List<String>> events = new TreeMap<>();
    readMirror(
        record -> {
          if (record.key() != null) {
            note(events, record.key(), (GenericRecord) record.value());
          }
        });
    events.values().forEach(all -> all.sort(null));
    return events;
  }

  private void readMirror(java.util.function.Consumer<ConsumerRecord<String, Object>> reader) {
    Map<String, Object> config = client();
    config.put("key.deserializer", StringDeserializer.class);
    config.put("value.deserializer", AvroKafkaDeserializer.class);
    config.put("isolation.level", "read_committed");
    config.put("enable.auto.commit", false);
    try (var consumer = new KafkaConsumer<String, Object>(config)) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(TOPICS.mirror()).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(reader);
      }
    }
  }

  private void assertDigestsEqual() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              JsonNode first = digest("m1");
              assertThat(digest("m2").path("digest").asText())
                  .isEqualTo(first.path("digest").asText())
                  .isNotEmpty();
              assertThat(first.path("consistent").asBoolean()).isTrue();
              assertThat(first.path("keys").asInt()).isPositive();
              assertThat(lacks("m1")).isZero();
              assertThat(lacks("m2")).isZero();
            });
  }

  private JsonNode digest(String mirror) throws Exception {
    return JSON.readTree(get(urls.get(mirror) + "/v1/digest?verify=true").body());
  }

  /** What the site lacks of its log, and what the rules have withheld from it. */
  private long lacks(String mirror) throws Exception {
    return JSON.readTree(get(urls.get(mirror) + "/v1/sites").body())
        .at("/staleness/events")
        .asLong(-1);
  }

  private void assertRefusedWithoutRegistry() throws Exception {
    assertRefused("topology", "--rules", "none", "--data", path("topology"));
    assertRefused("site", "--role", "mirror", "--name", "m1", "--data", path("m1"), "--port", "0");
    assertRefused("controller", "--port", "0");
  }

  private void assertRefused(String... args) throws Exception {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("-b", bootstrap));
    Path log = folder.resolve("refused-" + args[0] + ".log");
    try (WindsockProcess process = new WindsockProcess(log, all.toArray(String[]::new))) {
      assertThat(process.exitCode(PATIENCE)).isEqualTo(2);
    }
    assertThat(Files.readAllLines(log))
        .filteredOn(line -> line.startsWith("windsock"))
        .singleElement()
        .asString()
        .startsWith("windsock " + args[0] + ": topics windsock.*: their records were framed with")
        .contains("was --schema-registry, or --domain, changed?");
  }
}
