package io.windsock.topology.streams;

import io.windsock.contracts.topic.EventHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Creates the dead letter of a source record: its unchanged key, value and headers, with the reason
 * and the record's position in further headers. Data too large for the dead-letter topic is
 * truncated, and the reason says so.
 */
final class DeadLetters {
  /** The maximum size of the record's value in a dead letter. */
  static final int MAX_VALUE_BYTES = 4 * 1024 * 1024 + 64 * 1024;

  /** The maximum size of the key, and of the headers; further headers are left out. */
  static final int MAX_KEY_BYTES = 64 * 1024;

  private final String topic;

  DeadLetters(String topic) {
    this.topic = topic;
  }

  ProducerRecord<byte[], byte[]> record(
      ConsumerRecord<byte[], byte[]> source, Integer partition, String reason) {
    byte[] key = source.key();
    byte[] value = source.value();
    StringBuilder why = new StringBuilder(reason);
    byte[] keptKey = cut("key", key, MAX_KEY_BYTES, why);
    byte[] keptValue = cut("value", value, MAX_VALUE_BYTES, why);
    Headers headers = keptHeaders(source.headers(), why);
    describe(headers, why.toString(), source.topic(), source.partition(), source.offset());
    return new ProducerRecord<>(topic, partition, source.timestamp(), keptKey, keptValue, headers);
  }

  /** Returns a note, without key and value, about deleted records; {@code to} is exclusive. */
  ProducerRecord<byte[], byte[]> lost(
      String source, Integer partition, long from, long to, long nowMs) {
    String why = "lost: " + (to - from) + " records were deleted before they were received";
    return note(source, partition, from, to, why, nowMs);
  }

  /** Returns such a note about one record, which was forwarded, and which a rule held. */
  ProducerRecord<byte[], byte[]> heldLost(
      String source, Integer partition, long offset, long nowMs) {
    String why = "lost: the record was deleted while a rule held it; mirrors go without it";
    return note(source, partition, offset, offset + 1, why, nowMs);
  }

  private ProducerRecord<byte[], byte[]> note(
      String source, Integer partition, long from, long to, String why, long nowMs) {
    Headers headers = new RecordHeaders();
    describe(headers, why, source, partition, from);
    headers.add(EventHeaders.LAST_LOST_OFFSET, utf8(String.valueOf(to - 1)));
    return new ProducerRecord<>(topic, partition, nowMs, null, null, headers);
  }

  private static void describe(
      Headers headers, String why, String topic, int partition, long offset) {
    headers.add(EventHeaders.REASON, utf8(why));
    headers.add(EventHeaders.SOURCE_TOPIC, utf8(topic));
    headers.add(EventHeaders.SOURCE_PARTITION, utf8(String.valueOf(partition)));
    headers.add(EventHeaders.SOURCE_OFFSET, utf8(String.valueOf(offset)));
  }

  private static byte @Nullable [] cut(
      String what, byte @Nullable [] bytes, int most, StringBuilder why) {
    if (bytes == null || bytes.length <= most) {
      return bytes;
    }
    why.append("; ").append(what).append(" cut from ").append(bytes.length).append(" bytes");
    return Arrays.copyOf(bytes, most);
  }

  private static Headers keptHeaders(Headers headers, StringBuilder why) {
    long size = 0;
    for (Header header : headers) {
      byte[] value = header.value();
      size += header.key().length() + (value == null ? 0 : value.length);
    }
    if (size <= MAX_KEY_BYTES) {
      return new RecordHeaders(headers);
    }
    why.append("; ").append(size).append(" bytes of headers left out");
    return new RecordHeaders();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
