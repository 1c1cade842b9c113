package io.windsock.link.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of a log of which nobody knows where it is, as while a link copies. */
@Timeout(180)
class LogCursorIT {
  private static final TopicPartition A0 = new TopicPartition("a", 0);
  private static final int RECORDS = 3;

  /** A target that does not answer would seem to lack what was copied to it. */
  @Test
  void shouldNotTakeALogThatIsAwayForOneThatEnds() throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
    try {
      Map<String, Object> kafka = Map.of("bootstrap.servers", broker.bootstrapServers());
      broker.createTopics(List.of(new NewTopic(A0.topic(), 1, (short) 1)));
      write(kafka);
      try (LogCursor log = new LogCursor(kafka, "target", A0, 0, Long.MAX_VALUE)) {
        for (int i = 0; i < RECORDS; i++) {
          assertThat(log.next()).isNotNull();
        }
        assertThat(log.next()).as("the log's end").isNull();
        broker.close();

        assertThatThrownBy(log::next).isInstanceOf(KafkaException.class);
      }
    } finally {
      broker.close();
    }
  }

  private static void write(Map<String, Object> kafka) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(kafka, bytes, bytes)) {
      for (int i = 0; i < RECORDS; i++) {
        var unused = producer.send(new ProducerRecord<>(A0.topic(), A0.partition(), null, null));
      }
    }
  }
}
