package io.windsock.platform.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.position.Token;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.platform.kafka.LogTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site that has just started knows nothing of the links to its cluster, and must say so. */
class LinkWatchIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Uuid SOURCE = new Uuid(1, 2);
  private static final TopicPartition ZERO = new TopicPartition("t", 0);
  private static final String BEFORE = "before what the link has copied";
  private static final Token TOKEN = new Token(LogTopic.epoch(SOURCE), new long[] {10});

  private EmbeddedBroker broker;
  private Map<String, Object> kafka;
  private Admin admin;
  private LogTopic topic;
  private final Queue<Map<TopicPartition, Long>> uncopied = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void start(@TempDir Path dir) throws Exception {
    broker = EmbeddedBroker.start(Options.at(dir));
    kafka = Map.of("bootstrap.servers", broker.bootstrapServers());
    admin = Admin.create(kafka);
    admin.createTopics(Set.of(new NewTopic("t", 1, (short) 1))).all().get();
    topic = LogTopic.find(admin, "t", PATIENCE);
  }

  @AfterEach
  void close() {
    admin.close();
    broker.close();
  }

  @Test
  void shouldNotTakeATokenForUnknownBeforeItHasReadTheLinks() throws Exception {
    copy();

    try (LinkWatch watch = LinkWatch.start(kafka, topic, admin, uncopied::add)) {
      Set<Class<?>> before = answersUntil(watch, Translation.At.class);

      assertThat(before).isSubsetOf(Set.of(Translation.NotYet.class));
      assertThat(watch.translate(new Token(7, new long[] {10})))
          .isInstanceOf(Translation.None.class);
    }
  }

  @Test
  void shouldKnowThatThereIsNoLink() {
    try (LinkWatch watch = LinkWatch.start(kafka, topic, admin, uncopied::add)) {
      Set<Class<?>> before = answersUntil(watch, Translation.None.class);

      assertThat(before).isSubsetOf(Set.of(Translation.NotYet.class));
    }
  }

  @Test
  void shouldSayThatACopyHasNoBeginning() throws Exception {
    copy(Map.of(ZERO, 4L, new TopicPartition("other", 0), 5L));

    try (LinkWatch watch = LinkWatch.start(kafka, topic, admin, uncopied::add)) {
      Token before = new Token(LogTopic.epoch(SOURCE), new long[] {3});
      await()
          .atMost(PATIENCE)
          .until(() -> watch.translate(before).equals(new Translation.None(BEFORE)));
    }
    assertThat(uncopied).first().isEqualTo(Map.of(ZERO, 4L));
    assertThat(LinkTopic.copying(kafka, admin, topic).uncopied(topic)).isEqualTo(Map.of(ZERO, 4L));
    assertThat(LinkTopic.copying(kafka, admin, new LogTopic("c", "t", SOURCE, 1)))
        .as("another topic of this name")
        .isEqualTo(LinkPosition.NONE);
  }

  @Test
  void shouldNotSayThatOfAWholeCopy() throws Exception {
    copy();

    try (LinkWatch watch = LinkWatch.start(kafka, topic, admin, uncopied::add)) {
      var unused = answersUntil(watch, Translation.At.class);
    }
    assertThat(uncopied).isEmpty();
    assertThat(LinkTopic.copying(kafka, admin, topic).uncopied(topic)).isEmpty();
  }

  private void copy() throws Exception {
    copy(Map.of());
  }

  /** Writes what a link does that has copied ten records. */
  private void copy(Map<TopicPartition, Long> began) throws Exception {
    String link = LinkTopic.name("main");
    admin.createTopics(Set.of(new NewTopic(link, 1, (short) 1))).all().get();
    LinkPosition position =
        new LinkPosition(
            1,
            1,
            Map.of("t", new TopicPair(SOURCE, topic.id())),
            Map.of(ZERO, 10L),
            Map.of(ZERO, new OffsetPair(10, 10)),
            0,
            0,
            0,
            began,
            false);
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (var producer = new KafkaProducer<>(kafka, bytes, bytes)) {
      for (byte[] key : List.of(LinkTopic.pointKey(1), LinkTopic.positionKey())) {
        producer.send(new ProducerRecord<>(link, key, position.encode())).get();
      }
    }
  }

  /** Returns the kinds of answers before the first of {@code kind}. */
  private static Set<Class<?>> answersUntil(LinkWatch watch, Class<?> kind) {
    Set<Class<?>> before = new HashSet<>();
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              Class<?> answer = watch.translate(TOKEN).getClass();
              if (!kind.equals(answer)) {
                before.add(answer);
              }
              return kind.equals(answer);
            });
    return before;
  }
}
