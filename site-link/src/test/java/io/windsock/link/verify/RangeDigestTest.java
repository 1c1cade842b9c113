package io.windsock.link.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RangeDigestTest {
  private static final ConsumerRecord<byte[], byte[]> FIRST = record(7, "k", "v", "h", "x");

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  private static ConsumerRecord<byte[], byte[]> record(
      long timestamp, @Nullable String key, @Nullable String value, String header, String content) {
    return new ConsumerRecord<>(
        "t",
        0,
        11,
        timestamp,
        TimestampType.CREATE_TIME,
        1,
        1,
        bytes(key),
        bytes(value),
        new RecordHeaders().add(header, bytes(content)),
        Optional.empty());
  }

  @SafeVarargs
  private static String digest(ConsumerRecord<byte[], byte[]>... records) {
    RangeDigest digest = new RangeDigest();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      digest.add(record);
    }
    return digest.take();
  }

  static Stream<Arguments> others() {
    return Stream.of(
        Arguments.of("the timestamps differ: 7 and 8", record(8, "k", "v", "h", "x")),
        Arguments.of("the keys differ", record(7, "l", "v", "h", "x")),
        Arguments.of("the keys differ", record(7, null, "v", "h", "x")),
        Arguments.of("the values differ", record(7, "k", "w", "h", "x")),
        Arguments.of("the values differ", record(7, "k", null, "h", "x")),
        Arguments.of("the headers differ", record(7, "k", "v", "i", "x")),
        Arguments.of("the headers differ", record(7, "k", "v", "h", "y")));
  }

  @ParameterizedTest
  @MethodSource("others")
  void shouldFindWhatDiffers(String reason, ConsumerRecord<byte[], byte[]> other) {
    assertThat(RangeDigest.difference(FIRST, other)).isEqualTo(reason);
    assertThat(digest(FIRST)).isNotEqualTo(digest(other));
  }

  @Test
  void shouldFindNothingInEqualRecords() {
    ConsumerRecord<byte[], byte[]> same = record(7, "k", "v", "h", "x");

    assertThat(RangeDigest.difference(FIRST, same)).isNull();
    assertThat(digest(FIRST)).isEqualTo(digest(same));
  }

  @Test
  void shouldTellWhereOnePartEndsAndTheNextBegins() {
    assertThat(digest(record(7, "kv", "", "h", "x")))
        .isNotEqualTo(digest(record(7, "k", "v", "h", "x")));
    assertThat(digest(record(7, "", "v", "h", "x")))
        .isNotEqualTo(digest(record(7, null, "v", "h", "x")));
    assertThat(digest(FIRST, FIRST)).isNotEqualTo(digest(FIRST));
  }

  @Test
  void shouldBeginAgainAfterEachRange() {
    RangeDigest digest = new RangeDigest();
    digest.add(FIRST);
    String first = digest.take();
    digest.add(FIRST);

    assertThat(digest.take()).isEqualTo(first);
  }
}
