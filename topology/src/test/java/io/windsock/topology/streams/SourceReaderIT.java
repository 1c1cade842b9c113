package io.windsock.topology.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.rules.history.Reference;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SourceReaderIT {
  private static final int PARTITION = 1;
  private static final int RECORDS = 100;

  private static EmbeddedBroker broker;

  private final AtomicInteger consumers = new AtomicInteger();

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start(Options.temporary());
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void shouldReadEventsOfSeveralStreamsAgain() throws Exception {
    fill("read-a");
    fill("read-b");
    Set<Reference> wanted =
        Set.of(reference("read-a", 3), reference("read-a", RECORDS - 1), reference("read-b", 0));

    Map<Reference, byte[]> found = reader().read(wanted);

    assertThat(found.keySet()).isEqualTo(wanted);
    found.forEach(
        (reference, value) ->
            assertThat(value).isEqualTo(value(reference.stream(), reference.offset())));
    assertThat(consumers).hasValue(1);
  }

  @Test
  void shouldReadWhatIsLeftOfATrimmedSource() throws Exception {
    fill("trimmed");
    try (Admin admin = admin()) {
      admin
          .deleteRecords(
              Map.of(new TopicPartition("trimmed", PARTITION), RecordsToDelete.beforeOffset(50)))
          .all()
          .get();
    }

    Map<Reference, byte[]> found =
        reader().read(Set.of(reference("trimmed", 49), reference("trimmed", 50)));

    assertThat(found.keySet()).containsExactly(reference("trimmed", 50));
  }

  @Test
  void shouldFindNothingBeyondTheEndOrInPlaceOfAnotherRecord() throws Exception {
    fill("ended");
    byte[] other = value("ended", 7);
    other[0]++;
    Set<Reference> wanted =
        new HashSet<>(List.of(reference("ended", RECORDS), reference(other, "ended", 7)));

    assertThat(reader().read(wanted)).isEmpty();
  }

  private SourceReader reader() {
    return new SourceReader(this::consumer, stream -> stream, PARTITION);
  }

  private Consumer<byte[], byte[]> consumer() {
    consumers.incrementAndGet();
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", broker.bootstrapServers(), "auto.offset.reset", "none"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  private static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  private static Reference reference(String stream, long offset) {
    return reference(value(stream, offset), stream, offset);
  }

  private static Reference reference(byte[] value, String stream, long offset) {
    CRC32C sum = new CRC32C();
    sum.update(value);
    return new Reference(stream, offset, value.length, (int) sum.getValue());
  }

  private static byte[] value(String stream, long offset) {
    return (stream + " " + offset).getBytes(StandardCharsets.UTF_8);
  }

  private static void fill(String topic) throws Exception {
    try (Admin admin = admin()) {
      admin
          .createTopics(List.of(new NewTopic(topic, Optional.of(2), Optional.empty())))
          .all()
          .get();
    }
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", (Object) broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int offset = 0; offset < RECORDS; offset++) {
        byte[] value = value(topic, offset);
        producer.send(new ProducerRecord<>(topic, PARTITION, null, value)).get();
      }
    }
  }
}
