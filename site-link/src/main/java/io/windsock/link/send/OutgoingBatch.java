package io.windsock.link.send;

import io.windsock.link.batch.SourceBatch;
import io.windsock.link.batch.SourceRun;
import io.windsock.link.stage.Packed;
import io.windsock.link.stats.BatchSize;
import io.windsock.link.transport.Frame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** A batch on its way through the sender's pipeline, which one stage at a time changes. */
final class OutgoingBatch {
  final SourceBatch source;
  final List<List<SourceRun>> parts;

  /** The number of its first frame in the session. */
  final long firstFrame;

  /** By part, what is compressed. */
  final Packed[] packed;

  /** By part, what is encrypted. */
  final Frame[] frames;

  /** Whether no more records would have been taken. */
  final boolean full;

  /** When its frames were sent; written by the thread that sends. */
  private volatile long sentNs;

  /** The time of the slowest stage, ns; written by one thread after the other. */
  private volatile long slowestNs;

  /** The time of gathering, ns, until it is counted. */
  private long gatheredNs;

  OutgoingBatch(SourceBatch source, int most, long firstFrame, long gatheredNs, boolean full) {
    this.source = source;
    this.full = full;
    this.firstFrame = firstFrame;
    parts = source.parts(most);
    packed = new Packed[parts.size()];
    frames = new Frame[parts.size()];
    this.gatheredNs = gatheredNs;
  }

  /** Returns its size, once it was encrypted. */
  BatchSize size() {
    long plainBytes = 0;
    long sentBytes = 0;
    for (int part = 0; part < packed.length; part++) {
      plainBytes += packed[part].plainBytes();
      sentBytes += frames[part].payload().length;
    }
    return new BatchSize(source.records(), plainBytes, sentBytes);
  }

  /** Returns, by partition, the offset after its records. */
  Map<TopicPartition, Long> next() {
    Map<TopicPartition, Long> next = new HashMap<>();
    source.runs().forEach(run -> next.put(run.range().partition(), run.range().next()));
    return next;
  }

  /** Returns the id of the key that its first frame is encrypted with, once it is sent. */
  String key() {
    return frames[0].header().key();
  }

  void sent(long nowNs) {
    sentNs = nowNs;
  }

  /** Returns whether its frames are ready, and on their way. Any thread. */
  boolean isSent() {
    return sentNs != 0;
  }

  long sentNs() {
    return sentNs;
  }

  /** Returns the time of the primary site's stage, or of the slower one of two, ns. */
  long slowestNs() {
    return slowestNs;
  }

  /**
   * Takes the time of the primary site's stage, or of one of two.
   *
   * @return this time, with that of gathering if it is the first one, ns
   */
  long took(long ns) {
    long stageNs = gatheredNs + ns;
    gatheredNs = 0;
    long before = slowestNs;
    slowestNs = Math.max(before, stageNs);
    return stageNs;
  }
}
