package io.windsock.link.receive;

import io.windsock.link.pipeline.LastStage;
import io.windsock.link.pipeline.StageName;
import io.windsock.link.pipeline.StageTimes;
import io.windsock.link.stage.RefusedFrameException;
import io.windsock.link.stage.SessionCipher;
import io.windsock.link.stats.ReceiverStats;
import io.windsock.link.stats.SlowTarget;
import io.windsock.link.transport.Ack;
import io.windsock.link.transport.FrameStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The last stages of the backup site: writes batches, and commits and replies to all that it has
 * written when no further one waits. A commit takes the target about as long for several small
 * batches as for one; when a line that stood still brings many at once, they don't wait for each
 * other's. Owned by the thread that writes.
 */
final class Commits implements LastStage<IncomingBatch> {
  /** The bytes of records at which a transaction is full. */
  static final long MAX_BYTES = 8 << 20;

  /** The batches at which a transaction is full. */
  static final int MAX_BATCHES = 32;

  private final TargetLog log;
  private final FrameStream stream;
  private final SessionCipher cipher;
  private final StageTimes times;
  private final ReceiverStats stats;
  private final SlowTarget slow;
  private final List<Written> written = new ArrayList<>();
  private long bytes;

  /** A batch that was written, and is to be committed. */
  private record Written(IncomingBatch batch, long beginNs, long writeNs) {}

  Commits(
      TargetLog log,
      FrameStream stream,
      SessionCipher cipher,
      StageTimes times,
      ReceiverStats stats,
      SlowTarget slow) {
    this.log = log;
    this.stream = stream;
    this.cipher = cipher;
    this.times = times;
    this.stats = stats;
    this.slow = slow;
  }

  @Override
  public StageName name() {
    return StageName.WRITE;
  }

  @Override
  public void take(IncomingBatch batch) throws RefusedFrameException {
    long beginNs = System.nanoTime();
    write(batch);
    written.add(new Written(batch, beginNs, System.nanoTime() - beginNs));
    bytes += batch.plainBytes();
    if (bytes >= MAX_BYTES || written.size() >= MAX_BATCHES) {
      finish();
    }
  }

  /** What was written before a batch that is refused is committed all the same. */
  private void write(IncomingBatch batch) throws RefusedFrameException {
    try {
      log.write(batch.number(), List.of(batch.runs));
    } catch (RefusedFrameException e) {
      finish();
      throw e;
    }
  }

  @Override
  public void finish() {
    if (written.isEmpty()) {
      return;
    }
    long beginNs = System.nanoTime();
    log.commit();
    long endNs = System.nanoTime();
    slow.committed(endNs, endNs - beginNs);
    long partNs = (endNs - beginNs) / written.size();
    boolean alone = written.size() == 1;
    for (Written one : written) {
      long ownNs = one.writeNs() + partNs;
      one.batch().written(ownNs, alone ? ownNs : endNs - one.beginNs());
      times.add(StageName.WRITE, ownNs);
      stats.counts().batch(one.batch().size(), one.batch().key());
      long replyNs = System.nanoTime();
      Ack ack = one.batch().ack();
      stream.send(ack, cipher.replyCode(one.batch().key(), ack.content()));
      times.add(StageName.REPLY, System.nanoTime() - replyNs);
    }
    written.clear();
    bytes = 0;
  }
}
