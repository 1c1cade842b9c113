package io.windsock.link.verify;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A SHA-256 digest over the timestamps, keys, values and headers of records in order. Each part is
 * preceded by its length, so that no two sequences of records have the same bytes.
 */
final class RangeDigest {
  private static final int ABSENT = -1;

  private final MessageDigest digest = sha256();
  private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);

  void add(ConsumerRecord<byte[], byte[]> record) {
    number.putLong(0, record.timestamp());
    digest.update(number.array());
    add(record.key());
    add(record.value());
    Header[] headers = record.headers().toArray();
    addLength(headers.length);
    for (Header header : headers) {
      add(header.key().getBytes(StandardCharsets.UTF_8));
      add(header.value());
    }
  }

  private void add(byte @Nullable [] bytes) {
    addLength(bytes == null ? ABSENT : bytes.length);
    if (bytes != null) {
      digest.update(bytes);
    }
  }

  private void addLength(int length) {
    number.putInt(0, length);
    digest.update(number.array(), 0, Integer.BYTES);
  }

  /** Returns the digest in hexadecimal, and begins another one. */
  String take() {
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Returns what differs between two records, in words; null if nothing does. */
  static @Nullable String difference(
      ConsumerRecord<byte[], byte[]> source, ConsumerRecord<byte[], byte[]> target) {
    if (source.timestamp() != target.timestamp()) {
      return "the timestamps differ: %d and %d".formatted(source.timestamp(), target.timestamp());
    }
    if (!Arrays.equals(source.key(), target.key())) {
      return "the keys differ";
    }
    if (!Arrays.equals(source.value(), target.value())) {
      return "the values differ";
    }
    return Arrays.equals(source.headers().toArray(), target.headers().toArray())
        ? null
        : "the headers differ";
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
