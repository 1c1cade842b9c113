package io.windsock.link.batch;

import io.windsock.contracts.query.codec.AvroInput;
import io.windsock.contracts.query.codec.AvroOutput;
import io.windsock.contracts.query.codec.MalformedBatchException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Converts between the part of a batch and bytes: Avro's binary encoding of an array of runs.
 *
 * <pre>
 *  run:    topic string, partition int, from long, length long (next - from), records array
 *  record: step long (its offset minus the one after the record before it, in the run),
 *          timestamp long (ms), key and value (null or bytes), headers array
 *  header: name string, value (null or bytes)
 * </pre>
 *
 * <p>All methods are pure.
 */
public final class PartCodec {
  private static final int HEAD_BYTES = 256;
  private static final int MAX_BYTES_PER_CHAR = 3;
  private static final int NULL = 0;
  private static final int BYTES = 1;
  private static final int KINDS = 2;

  private PartCodec() {}

  /**
   * Encodes a part.
   *
   * @throws IllegalArgumentException if it exceeds {@link BatchLimits}, or a record has no
   *     timestamp: {@link #decode} would refuse it; the message names the record
   */
  public static byte[] encode(List<SourceRun> part) {
    if (part.size() > BatchLimits.MAX_RUNS) {
      throw new IllegalArgumentException(
          "a part of %d runs; the most is %d".formatted(part.size(), BatchLimits.MAX_RUNS));
    }
    long about = HEAD_BYTES;
    for (SourceRun run : part) {
      about += HEAD_BYTES;
      for (ConsumerRecord<byte[], byte[]> record : run.records()) {
        about += SourceBatch.weight(record);
      }
    }
    requireSize(about, part);
    AvroOutput out = new AvroOutput((int) about);
    if (!part.isEmpty()) {
      out.number(part.size());
      part.forEach(run -> put(out, run));
    }
    out.number(0);
    requireSize(out.size(), part);
    return joined(out);
  }

  private static void requireSize(long bytes, List<SourceRun> part) {
    if (bytes > BatchLimits.MAX_PART_BYTES) {
      String heaviest =
          part.stream()
              .flatMap(run -> run.records().stream())
              .max(Comparator.comparingInt(SourceBatch::weight))
              .map(PartCodec::place)
              .orElse("its head");
      throw new IllegalArgumentException(
          "a part of %d bytes, most of them of %s; the most that a link can copy is %d"
              .formatted(bytes, heaviest, BatchLimits.MAX_PART_BYTES));
    }
  }

  private static String place(ConsumerRecord<byte[], byte[]> record) {
    return record.topic() + "-" + record.partition() + "@" + record.offset();
  }

  private static byte[] joined(AvroOutput out) {
    byte[] all = new byte[out.size()];
    ByteBuffer to = ByteBuffer.wrap(all);
    for (ByteBuffer buffer : out.finish(0)) {
      to.put(buffer);
    }
    return all;
  }

  private static void put(AvroOutput out, SourceRun run) {
    OffsetRange range = run.range();
    out.text(range.partition().topic());
    out.number(range.partition().partition());
    out.number(range.from());
    out.number(range.next() - range.from());
    long expected = range.from();
    if (!run.records().isEmpty()) {
      out.number(run.records().size());
      for (ConsumerRecord<byte[], byte[]> record : run.records()) {
        out.number(record.offset() - expected);
        expected = record.offset() + 1;
        put(out, record);
      }
    }
    out.number(0);
  }

  private static void put(AvroOutput out, ConsumerRecord<byte[], byte[]> record) {
    if (record.timestamp() < 0) {
      throw uncopiable(record, "no timestamp");
    }
    out.number(record.timestamp());
    put(out, record.key());
    put(out, record.value());
    putHeaders(out, record);
  }

  private static void putHeaders(AvroOutput out, ConsumerRecord<byte[], byte[]> record) {
    Header[] headers = record.headers().toArray();
    if (headers.length > BatchLimits.MAX_HEADERS) {
      throw uncopiable(record, headers.length + " headers; the most is " + BatchLimits.MAX_HEADERS);
    }
    if (headers.length > 0) {
      out.number(headers.length);
      for (Header header : headers) {
        if (isTooLong(header.key())) {
          throw uncopiable(
              record, "a header name of more than " + BatchLimits.MAX_HEADER_NAME_BYTES + " bytes");
        }
        out.text(header.key());
        put(out, header.value());
      }
    }
    out.number(0);
  }

  private static boolean isTooLong(String name) {
    return name.length() > BatchLimits.MAX_HEADER_NAME_BYTES / MAX_BYTES_PER_CHAR
        && name.getBytes(StandardCharsets.UTF_8).length > BatchLimits.MAX_HEADER_NAME_BYTES;
  }

  private static IllegalArgumentException uncopiable(
      ConsumerRecord<byte[], byte[]> record, String what) {
    return new IllegalArgumentException(
        "the record " + place(record) + " can't be copied: it has " + what);
  }

  private static void put(AvroOutput out, byte @Nullable [] bytes) {
    if (bytes == null) {
      out.number(NULL);
    } else {
      out.number(BYTES);
      out.bytes(ByteBuffer.wrap(bytes));
    }
  }

  /**
   * Decodes a part.
   *
   * @throws MalformedBatchException with the reason, if the bytes are not a part or exceed {@link
   *     BatchLimits}
   */
  public static List<TargetRun> decode(byte[] bytes) throws MalformedBatchException {
    if (bytes.length > BatchLimits.MAX_PART_BYTES) {
      throw new MalformedBatchException("a part of " + bytes.length + " bytes");
    }
    AvroInput in = new AvroInput(bytes, 0, bytes.length);
    List<TargetRun> runs = new ArrayList<>();
    in.begin();
    while (in.next("runs", runs.size(), BatchLimits.MAX_RUNS)) {
      long left = in.pause();
      runs.add(run(in));
      in.resume(left);
    }
    in.requireEnd();
    return runs;
  }

  private static TargetRun run(AvroInput in) throws MalformedBatchException {
    String topic = in.text("topic", BatchLimits.MAX_TOPIC_BYTES);
    int partition = in.integer("partition");
    OffsetRange range = range(topic, partition, in.number("from"), in.number("length"));
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    long expected = range.from();
    in.begin();
    while (in.next("records", records.size(), BatchLimits.MAX_RECORDS)) {
      long left = in.pause();
      long step = in.number("step");
      if (step < 0 || step >= range.next() - expected) {
        throw new MalformedBatchException(range + ": a step of " + step + " after " + expected);
      }
      expected += step + 1;
      records.add(record(in, range.partition()));
      in.resume(left);
    }
    return new TargetRun(range, records, expected);
  }

  private static OffsetRange range(String topic, int partition, long from, long length)
      throws MalformedBatchException {
    if (topic.isEmpty() || partition < 0 || from < 0 || length < 0 || from + length < 0) {
      throw new MalformedBatchException(
          "run: %s-%d from %d, %d long".formatted(topic, partition, from, length));
    }
    return new OffsetRange(new TopicPartition(topic, partition), from, from + length);
  }

  private static ProducerRecord<byte[], byte[]> record(AvroInput in, TopicPartition partition)
      throws MalformedBatchException {
    long timestampMs = in.number("timestamp");
    if (timestampMs < 0) {
      throw new MalformedBatchException("timestamp: " + timestampMs);
    }
    byte[] key = bytes(in, "key");
    byte[] value = bytes(in, "value");
    List<Header> headers = headers(in);
    return new ProducerRecord<>(
        partition.topic(), partition.partition(), timestampMs, key, value, headers);
  }

  private static List<Header> headers(AvroInput in) throws MalformedBatchException {
    List<Header> headers = List.of();
    in.begin();
    while (in.next("headers", headers.size(), BatchLimits.MAX_HEADERS)) {
      if (headers.isEmpty()) {
        headers = new ArrayList<>();
      }
      String name = in.text("header", BatchLimits.MAX_HEADER_NAME_BYTES);
      headers.add(new RecordHeader(name, bytes(in, name)));
    }
    return headers;
  }

  private static byte @Nullable [] bytes(AvroInput in, String what) throws MalformedBatchException {
    return in.index(what, KINDS) == NULL ? null : in.bytes(what, BatchLimits.MAX_PART_BYTES);
  }
}
