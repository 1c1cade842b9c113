package io.windsock.gateway.discover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.platform.name.Incarnation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DiscoveryIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");

  private final EmbeddedBroker broker;
  private final Map<String, Object> client;
  private final KafkaProducer<byte[], byte[]> producer;
  private final EventCodec codec = new EventCodec(CATALOGUE);
  private final List<String> taken = new CopyOnWriteArrayList<>();

  DiscoveryIT(@TempDir Path folder) {
    broker = EmbeddedBroker.start(Options.at(folder));
    client = Map.of("bootstrap.servers", broker.bootstrapServers());
    ByteArraySerializer bytes = new ByteArraySerializer();
    producer = new KafkaProducer<>(client, bytes, bytes);
  }

  @AfterAll
  void stop() {
    producer.close();
    broker.close();
  }

  private void create(String topic) throws Exception {
    try (Admin admin = Admin.create(client)) {
      admin.createTopics(Set.of(new NewTopic(topic, 1, (short) 1))).all().get();
    }
  }

  private void write(String topic, SpecificRecord sample, long atMs) throws Exception {
    write(topic, codec.encode(sample), atMs);
  }

  private void write(String topic, byte[] value, long atMs) throws Exception {
    producer.send(new ProducerRecord<>(topic, 0, atMs, "k".getBytes(UTF_8), value)).get();
  }

  private Discovery discovery(String topic) {
    taken.clear();
    Discovery.Listener listener =
        new Discovery.Listener() {
          @Override
          public void known(KnownMembers known) {}

          @Override
          public void taken(String reason) {
            taken.add(reason);
          }
        };
    return new Discovery("g1", new Incarnation(), "mirror", topic, client, CATALOGUE, listener);
  }

  private static Set<String> sites(Discovery discovery) {
    return discovery.known().sites().stream()
        .map(KnownMembers.Member::name)
        .collect(Collectors.toSet());
  }

  @Test
  void shouldFindSitesOnceTheTopicIsThereAndPassOverWhatIsNoSample() throws Exception {
    try (Discovery discovery = discovery("late")) {
      discovery.start();
      assertThat(discovery.awaitName(Duration.ofMillis(200))).isEmpty();
      create("late");
      long nowMs = System.currentTimeMillis();
      write("late", new byte[] {1, 2, 3}, nowMs);
      write("late", DirectoryTest.site("m1", "mirror", "LIVE", "http://m1:90"), nowMs);
      await().atMost(PATIENCE).until(() -> sites(discovery).equals(Set.of("m1")));

      write("late", new byte[] {0, 0, 0, 0, 5, 1}, nowMs);
      write("late", DirectoryTest.site("m2", "mirror", "LIVE", "http://m2:90"), nowMs);
      await().atMost(PATIENCE).until(() -> sites(discovery).equals(Set.of("m1", "m2")));
      write("late", DirectoryTest.site("m1", "mirror", "CLOSED", "http://m1:90"), nowMs);
      await().atMost(PATIENCE).until(() -> sites(discovery).equals(Set.of("m2")));
    }
  }

  @Test
  void shouldTakeTheNameOfAGatewayThatWasKilled() throws Exception {
    create("killed");
    long nowMs = System.currentTimeMillis();
    write("killed", DirectoryTest.gateway("g1", "former", 0, "READY", nowMs - 600), nowMs - 600);
    write("killed", DirectoryTest.gateway("g1", "former", 0, "READY", nowMs), nowMs);
    try (Discovery discovery = discovery("killed")) {
      discovery.start();
      assertThat(discovery.awaitName(PATIENCE)).isEmpty();
      assertThat(taken).isEmpty();
    }
  }

  /** A gateway that is just starting may not take notice of it when it is found. */
  @Test
  void shouldRememberThatTheNameWasFoundTaken() throws Exception {
    try (Discovery discovery = discovery("twin")) {
      discovery.start();
      assertThat(discovery.awaitName(Duration.ofMillis(200))).isEmpty();
      assertThat(discovery.taken()).isEmpty();
      create("twin");
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                long nowMs = System.currentTimeMillis();
                write("twin", DirectoryTest.gateway("g1", "older", 0, "READY", nowMs), nowMs);
                return !discovery.taken().isEmpty();
              });
      assertThat(discovery.taken()).contains("is taken by the gateway at");
      await().until(() -> taken.equals(List.of(discovery.taken())));
    }
  }

  @Test
  void shouldRefuseTheNameOfASite() throws Exception {
    create("site");
    long nowMs = System.currentTimeMillis();
    write("site", DirectoryTest.site("g1", "central", "LIVE", "http://g1:90"), nowMs);
    try (Discovery discovery = discovery("site")) {
      discovery.start();
      assertThat(discovery.awaitName(PATIENCE)).contains("that of the site at http://g1:80");
    }
  }
}
