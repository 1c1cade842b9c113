package io.windsock.topology.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.topic.EventHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeadLettersTest {
  private final DeadLetters letters = new DeadLetters("dead");

  @Test
  void shouldKeepTheRecordAndTellReasonAndPosition() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("trace", new byte[] {7});
    ConsumerRecord<byte[], byte[]> source = source(new byte[] {1}, new byte[] {2, 3}, headers);

    ProducerRecord<byte[], byte[]> letter = letters.record(source, 3, "cut short");

    assertThat(letter.topic()).isEqualTo("dead");
    assertThat(letter.partition()).isEqualTo(3);
    assertThat(letter.timestamp()).isEqualTo(777);
    assertThat(letter.key()).isSameAs(source.key());
    assertThat(letter.value()).isSameAs(source.value());
    assertThat(letter.headers().lastHeader("trace").value()).containsExactly(7);
    assertThat(header(letter, EventHeaders.REASON)).isEqualTo("cut short");
    assertThat(header(letter, EventHeaders.SOURCE_TOPIC)).isEqualTo("src");
    assertThat(header(letter, EventHeaders.SOURCE_PARTITION)).isEqualTo("3");
    assertThat(header(letter, EventHeaders.SOURCE_OFFSET)).isEqualTo("42");
  }

  @Test
  void shouldKeepWhatIsNull() {
    ProducerRecord<byte[], byte[]> letter =
        letters.record(source(null, null, new RecordHeaders()), 3, "no key");

    assertThat(letter.key()).isNull();
    assertThat(letter.value()).isNull();
  }

  @Test
  void shouldCutWhatTheTopicCouldNotTakeAndSaySo() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("big", new byte[DeadLetters.MAX_KEY_BYTES]);
    byte[] key = new byte[DeadLetters.MAX_KEY_BYTES + 1];
    byte[] value = new byte[DeadLetters.MAX_VALUE_BYTES + 1];

    ProducerRecord<byte[], byte[]> letter =
        letters.record(source(key, value, headers), 3, "oversized");

    assertThat(letter.key()).hasSize(DeadLetters.MAX_KEY_BYTES);
    assertThat(letter.value()).hasSize(DeadLetters.MAX_VALUE_BYTES);
    assertThat(letter.headers().lastHeader("big")).isNull();
    assertThat(header(letter, EventHeaders.REASON))
        .isEqualTo(
            "oversized; key cut from 65537 bytes; value cut from 4259841 bytes; 65539 bytes of"
                + " headers left out");
  }

  private static String header(ProducerRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  private static ConsumerRecord<byte[], byte[]> source(
      byte @Nullable [] key, byte @Nullable [] value, RecordHeaders headers) {
    return new ConsumerRecord<>(
        "src",
        3,
        42,
        777,
        TimestampType.LOG_APPEND_TIME,
        0,
        0,
        key,
        value,
        headers,
        Optional.empty());
  }
}
