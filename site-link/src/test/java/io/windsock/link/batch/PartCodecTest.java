package io.windsock.link.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.query.codec.AvroOutput;
import io.windsock.contracts.query.codec.MalformedBatchException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class PartCodecTest {
  private static final int MUTATIONS = 60;

  private static void assertSame(SourceRun source, TargetRun target) {
    assertThat(target.range()).isEqualTo(source.range());
    assertThat(target.records()).hasSameSizeAs(source.records());
    for (int i = 0; i < source.records().size(); i++) {
      ConsumerRecord<byte[], byte[]> from = source.records().get(i);
      ProducerRecord<byte[], byte[]> to = target.records().get(i);
      assertThat(to.topic()).isEqualTo(from.topic());
      assertThat(to.partition()).isEqualTo(from.partition());
      assertThat(to.timestamp()).isEqualTo(from.timestamp());
      assertThat(to.key()).isEqualTo(from.key());
      assertThat(to.value()).isEqualTo(from.value());
      assertThat(to.headers()).isEqualTo(from.headers());
    }
  }

  @Property(tries = 300)
  void shouldReadWhatWasWritten(@ForAll long seed) throws MalformedBatchException {
    SourceBatch batch = SourceRuns.batch(new Random(seed));

    List<TargetRun> read = PartCodec.decode(PartCodec.encode(batch.runs()));

    assertThat(read).hasSameSizeAs(batch.runs());
    for (int i = 0; i < read.size(); i++) {
      assertSame(batch.runs().get(i), read.get(i));
    }
  }

  @Property(tries = 300)
  void shouldSplitWithoutGapOrRepetition(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int count) {
    SourceBatch batch = SourceRuns.batch(new Random(seed));

    List<List<SourceRun>> parts = batch.parts(count);

    assertThat(parts.size()).isBetween(1, count);
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    List<OffsetRange> joined = new ArrayList<>();
    for (List<SourceRun> part : parts) {
      for (SourceRun run : part) {
        all.addAll(run.records());
        join(joined, run.range());
      }
    }
    assertThat(joined).isEqualTo(batch.runs().stream().map(SourceRun::range).toList());
    assertThat(all)
        .isEqualTo(batch.runs().stream().flatMap(run -> run.records().stream()).toList());
  }

  private static void join(List<OffsetRange> joined, OffsetRange range) {
    OffsetRange last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
    if (last != null && last.partition().equals(range.partition())) {
      assertThat(range.from()).isEqualTo(last.next());
      joined.set(joined.size() - 1, new OffsetRange(range.partition(), last.from(), range.next()));
    } else {
      joined.add(range);
    }
  }

  @Property(tries = 100)
  void shouldSplitByBytes(@ForAll long seed) {
    Random random = new Random(seed);
    SourceBatch batch = SourceRuns.batch(random);
    int heaviest =
        batch.runs().stream()
            .flatMap(run -> run.records().stream())
            .mapToInt(SourceBatch::weight)
            .max()
            .orElse(0);

    for (List<SourceRun> part : batch.parts(3)) {
      long bytes =
          part.stream().flatMap(run -> run.records().stream()).mapToLong(SourceBatch::weight).sum();
      if (batch.records() >= 3) {
        assertThat(bytes).isLessThanOrEqualTo(batch.bytes() / 3 + heaviest + 1);
      }
    }
  }

  /** Whatever the bytes are, they are read or refused with a reason. */
  @Property(tries = 200)
  void shouldRefuseOrReadAlteredBytes(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] good = PartCodec.encode(SourceRuns.batch(random).runs());
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] bad = Arrays.copyOf(good, random.nextInt(good.length + 1));
      for (int k = random.nextInt(4); k > 0 && bad.length > 0; k--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(PartCodec.decode(bad)).isNotNull();
      } catch (MalformedBatchException e) {
        assertThat(e).hasMessageMatching("(?s).+");
      }
    }
  }

  private static ConsumerRecord<byte[], byte[]> record(
      long timestampMs, int headers, String headerName) {
    RecordHeaders all = new RecordHeaders();
    for (int i = 0; i < headers; i++) {
      all.add(headerName, null);
    }
    return new ConsumerRecord<>(
        "t",
        2,
        7,
        timestampMs,
        TimestampType.CREATE_TIME,
        -1,
        -1,
        null,
        null,
        all,
        Optional.empty());
  }

  private static byte[] encoded(ConsumerRecord<byte[], byte[]> record) {
    OffsetRange range = new OffsetRange(new TopicPartition("t", 2), 5, 9);
    return PartCodec.encode(List.of(new SourceRun(range, List.of(record))));
  }

  @Test
  void shouldReadWhatIsAtTheBounds() throws MalformedBatchException {
    String longest = "\u3042".repeat(BatchLimits.MAX_HEADER_NAME_BYTES / 3) + "xx";
    for (ConsumerRecord<byte[], byte[]> record :
        List.of(record(0, 0, ""), record(1, BatchLimits.MAX_HEADERS, "h"), record(1, 1, longest))) {
      ProducerRecord<byte[], byte[]> read =
          PartCodec.decode(encoded(record)).get(0).records().get(0);

      assertThat(read.timestamp()).isEqualTo(record.timestamp());
      assertThat(read.headers()).isEqualTo(record.headers());
    }
  }

  /** The receiver would refuse it, and can't name it. */
  @Test
  void shouldNameTheRecordThatIsBeyondTheBounds() {
    String tooLong = "\u3042".repeat(BatchLimits.MAX_HEADER_NAME_BYTES / 3 + 1);
    assertUncopiable(record(-1, 0, ""), "no timestamp");
    assertUncopiable(record(1, BatchLimits.MAX_HEADERS + 1, "h"), "4097 headers");
    assertUncopiable(record(1, 1, tooLong), "a header name of more than 32768 bytes");
    ConsumerRecord<byte[], byte[]> big =
        SourceRuns.record(
            new TopicPartition("t", 2), 7, null, new byte[BatchLimits.MAX_PART_BYTES]);
    assertThatThrownBy(() -> encoded(big)).hasMessageContaining("most of them of t-2@7");
  }

  private static void assertUncopiable(ConsumerRecord<byte[], byte[]> record, String what) {
    assertThatThrownBy(() -> encoded(record))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the record t-2@7 can't be copied: it has " + what);
  }

  private static byte[] bytes(Consumer<AvroOutput> writing) {
    AvroOutput out = new AvroOutput(64);
    writing.accept(out);
    ByteBuffer all = ByteBuffer.allocate(out.size());
    out.finish(0).forEach(all::put);
    return all.array();
  }

  private static void run(AvroOutput out, int partition, long from, long length) {
    out.number(1);
    out.text("t");
    out.number(partition);
    out.number(from);
    out.number(length);
  }

  private static void assertRefused(String reason, Consumer<AvroOutput> writing) {
    byte[] bad = bytes(writing);
    assertThatThrownBy(() -> PartCodec.decode(bad))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void shouldRefuseWhatIsBeyondTheBounds() {
    assertRefused("runs: more than", out -> out.number(Long.MAX_VALUE));
    assertRefused(
        "records: more than",
        out -> {
          run(out, 0, 0, Long.MAX_VALUE);
          out.number(Integer.MAX_VALUE);
        });
    assertRefused(
        "topic: ",
        out -> {
          out.number(1);
          out.number(Integer.MAX_VALUE);
        });
    assertRefused("run: t-0 from -1", out -> run(out, 0, -1, 3));
    assertRefused("run: t--1", out -> run(out, -1, 0, 3));
    assertRefused("run: t-0", out -> run(out, 0, Long.MAX_VALUE, 3));
    assertRefused(
        "a step of 3",
        out -> {
          run(out, 0, 7, 3);
          out.number(1);
          out.number(3);
        });
    assertRefused(
        "a step of -1",
        out -> {
          run(out, 0, 7, 3);
          out.number(1);
          out.number(-1);
        });
    assertRefused(
        "key: cut short",
        out -> {
          run(out, 0, 7, 3);
          out.number(1);
          out.number(0);
          out.number(5);
          out.number(1);
          out.number(BatchLimits.MAX_PART_BYTES);
        });
    assertRefused(
        "bytes follow its end",
        out -> {
          out.number(0);
          out.number(0);
        });
  }
}
