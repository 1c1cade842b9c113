package io.windsock.link.batch;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A batch at the primary site. Immutable.
 *
 * @param number its number; the first one of a link is 1, and no number is left out
 * @param runs what it has of each partition
 * @param records the number of records
 * @param bytes about how many bytes they have
 */
public record SourceBatch(long number, List<SourceRun> runs, int records, long bytes) {
  /** What a record takes beside its key, value and headers, about. */
  private static final int RECORD_BYTES = 16;

  /** Returns about how many bytes a record takes in a batch. */
  static int weight(ConsumerRecord<byte[], byte[]> record) {
    int bytes = RECORD_BYTES;
    bytes += Math.max(0, record.serializedKeySize());
    bytes += Math.max(0, record.serializedValueSize());
    for (Header header : record.headers()) {
      byte[] value = header.value();
      bytes += header.key().length() + (value == null ? 0 : value.length);
    }
    return bytes;
  }

  /**
   * Splits the batch into parts of about the same number of bytes, because the work of compressing
   * and encrypting is proportional to them (section 3.3 of the paper).
   *
   * @param count the most parts; at least 1
   * @return one part or more, in order; together they have all runs
   */
  public List<List<SourceRun>> parts(int count) {
    if (count == 1 || records < count) {
      return List.of(runs);
    }
    Splitting splitting = new Splitting(count, bytes);
    runs.forEach(splitting::add);
    return splitting.done();
  }

  /** The parts while they are made. */
  private static final class Splitting {
    private final int count;
    private final long total;
    private final List<List<SourceRun>> parts = new ArrayList<>();
    private List<SourceRun> part = new ArrayList<>();
    private long done;

    Splitting(int count, long total) {
      this.count = count;
      this.total = total;
    }

    void add(SourceRun run) {
      List<ConsumerRecord<byte[], byte[]>> records = run.records();
      long from = run.range().from();
      int begin = 0;
      for (int i = 0; i < records.size(); i++) {
        done += weight(records.get(i));
        boolean last = i == records.size() - 1;
        if (isFull() && !last) {
          long next = records.get(i).offset() + 1;
          part.add(cut(run, from, next, begin, i + 1));
          end();
          from = next;
          begin = i + 1;
        }
      }
      part.add(cut(run, from, run.range().next(), begin, records.size()));
      if (isFull()) {
        end();
      }
    }

    private boolean isFull() {
      return parts.size() < count - 1 && done * count >= total * (parts.size() + 1);
    }

    private static SourceRun cut(SourceRun run, long from, long next, int begin, int end) {
      return new SourceRun(
          new OffsetRange(run.range().partition(), from, next), run.records().subList(begin, end));
    }

    private void end() {
      parts.add(part);
      part = new ArrayList<>();
    }

    List<List<SourceRun>> done() {
      if (!part.isEmpty()) {
        end();
      }
      return parts;
    }
  }
}
