package io.windsock.link.send;

import io.windsock.link.batch.Assembly;
import io.windsock.link.batch.BatchLimits;
import io.windsock.link.batch.PartCount;
import io.windsock.link.batch.SourceBatch;
import io.windsock.link.interval.BatchPlan;
import io.windsock.link.interval.BatchPolicy;
import io.windsock.link.pipeline.Pipeline;
import io.windsock.link.pipeline.PipelineChooser;
import io.windsock.link.pipeline.PipelineException;
import io.windsock.link.pipeline.ShapeControl;
import io.windsock.link.pipeline.StageName;
import io.windsock.link.pipeline.StageTimes;
import io.windsock.link.stage.SessionCipher;
import io.windsock.link.stats.SenderStats;
import io.windsock.link.stats.SlowTarget;
import io.windsock.link.transport.Ack;
import io.windsock.link.transport.FrameSession;
import io.windsock.link.transport.LostException;
import io.windsock.link.transport.Opened;
import io.windsock.link.transport.Reply;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session with the receiver. In each period, what gathered in the period before is sent, and
 * more gathers until the interval ends (Figure 2 of the paper). Owned by the sender's thread.
 */
final class SenderSession {
  private static final Logger LOG = LoggerFactory.getLogger(SenderSession.class);
  private static final long WAIT_MS = 100;

  /** How long a session that ends waits for the replies to what is on its way. */
  private static final long REPLIES_NS = TimeUnit.SECONDS.toNanos(10);

  private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final SenderConfig config;
  private final SourceLog source;
  private final FrameSession session;
  private final BatchPolicy policy;
  private final StageTimes times;
  private final SenderStats stats;
  private final ShapeControl control;
  private final BooleanSupplier closed;
  private final Opened opened;
  private final SessionCipher cipher;
  private final SlowTarget slow;
  private final Assembly assembly;

  /** Batches sent and not yet replied to, the oldest first. */
  private final Deque<OutgoingBatch> open = new ArrayDeque<>();

  /** Times of stages that have ended, from the pipeline's threads, ns. */
  private final Queue<Long> stages = new ConcurrentLinkedQueue<>();

  /** The receiver's threads that share the parts of a batch, as the last reply says. */
  private int receiverThreads = 1;

  private long openBytes;
  private long number;
  private long nextFrame;
  private long gatheredNs;
  private boolean full;
  private volatile SenderStatus status;

  SenderSession(
      SenderConfig config,
      SourceLog source,
      FrameSession session,
      SenderStats stats,
      SenderStatus before,
      BooleanSupplier closed)
      throws SourceException {
    this.config = config;
    this.source = source;
    this.session = session;
    this.stats = stats;
    times = stats.times();
    int processors = Runtime.getRuntime().availableProcessors();
    control = new ShapeControl(true, processors, times, config.shape());
    this.closed = closed;
    slow = new SlowTarget(config.link());
    policy = config.policy().get();
    opened = session.opened();
    cipher = new SessionCipher(config.keys(), session.seed(), opened.epoch());
    assembly = source.begin(opened);
    stats.counts().session(config.shape());
    stats.progress().began(source.positions(), opened.next().keySet());
    number = opened.batch();
    status = status(opened.batch(), before.records());
  }

  /** Returns what the session does. Any thread. */
  SenderStatus status() {
    return status.with(SenderStatus.State.SENDING, detail());
  }

  private SenderStatus status(long batch, long records) {
    BatchPlan plan = policy.plan();
    return new SenderStatus(
        SenderStatus.State.SENDING,
        detail(),
        opened.epoch(),
        batch,
        records,
        plan.intervalNs(),
        plan.threshold());
  }

  /** Sends until it is closed. */
  void run() throws PipelineException, LostException, SourceException, InterruptedException {
    while (!closed.getAsBoolean()) {
      sendThroughPipeline();
    }
    long deadlineNs = System.nanoTime() + REPLIES_NS;
    while (!open.isEmpty() && System.nanoTime() - deadlineNs < 0) {
      var unused = takeReply(WAIT_MS);
    }
  }

  /** Sends through one pipeline until it is closed, or another pipeline is chosen. */
  private void sendThroughPipeline()
      throws PipelineException, LostException, SourceException, InterruptedException {
    PipelineChooser.@Nullable Choice choice = null;
    try (Pipeline<OutgoingBatch> pipeline =
        new Pipeline<>(
            "link-send",
            control.shape(),
            SenderSteps.of(config.compressor(), cipher, opened.epoch(), session),
            null,
            times,
            new Times(),
            e -> {})) {
      while (!closed.getAsBoolean() && choice == null) {
        period(pipeline);
        choice = config.chooses() ? control.batch(BatchLimits.MAX_PARTS) : null;
      }
      pipeline.finish();
    }
    if (choice != null) {
      stats.counts().changed(choice.shape(), choice.reason());
      LOG.info("link {}: the sender's pipeline is now {}", config.link(), choice.reason());
    }
  }

  private void period(Pipeline<OutgoingBatch> pipeline)
      throws PipelineException, LostException, SourceException, InterruptedException {
    BatchPlan plan = policy.plan();
    long beginNs = System.nanoTime();
    awaitRoom(pipeline);
    if (!assembly.isEmpty()) {
      send(pipeline);
    }
    gather(pipeline, plan, beginNs);
    takeReplies();
    source.watch(TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
  }

  private void send(Pipeline<OutgoingBatch> pipeline)
      throws PipelineException, InterruptedException {
    SourceBatch gathered = assembly.take(++number);
    int parts = PartCount.of(control.shape().threads(), receiverThreads, gathered.bytes());
    OutgoingBatch batch = new OutgoingBatch(gathered, parts, nextFrame, gatheredNs, full);
    times.add(StageName.ASSEMBLE, gatheredNs);
    gatheredNs = 0;
    nextFrame += batch.parts.size();
    open.add(batch);
    stats.progress().sent();
    stats.progress().gathered(assembly.waitingMs());
    openBytes += batch.source.bytes();
    pipeline.run(batch);
  }

  /** Waits for replies while too much is on its way. */
  private void awaitRoom(Pipeline<OutgoingBatch> pipeline)
      throws PipelineException, LostException, InterruptedException {
    int most = control.shape().waitsForReply() ? 1 : config.bounds().openBatches();
    while (open.size() >= most || openBytes >= config.bounds().openBytes()) {
      if (closed.getAsBoolean()) {
        return;
      }
      pipeline.check();
      var unused = takeReply(WAIT_MS);
    }
  }

  /** Gathers until the interval ends, or the batch is full and the interval ends. */
  private void gather(Pipeline<OutgoingBatch> pipeline, BatchPlan plan, long beginNs)
      throws PipelineException, LostException, SourceException, InterruptedException {
    take(Duration.ZERO, plan);
    long leftNs = beginNs + plan.intervalNs() - System.nanoTime();
    while (!closed.getAsBoolean() && (leftNs > 0 || assembly.isEmpty())) {
      pipeline.check();
      if (isFull(plan)) {
        long leftMs = Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNs));
        var unused = takeReply(Math.min(WAIT_MS, leftMs));
      } else {
        take(Duration.ofNanos(leftNs > 0 ? Math.min(SLICE_NS, leftNs) : SLICE_NS), plan);
        takeReplies();
      }
      leftNs = beginNs + plan.intervalNs() - System.nanoTime();
      if (leftNs <= 0 && assembly.isEmpty()) {
        source.watch(TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
      }
    }
    takeMore(plan);
  }

  /** Takes what has been fetched already, up to the threshold. */
  private void takeMore(BatchPlan plan) throws SourceException, LostException {
    boolean more = true;
    while (more && !isFull(plan)) {
      more = take(Duration.ZERO, plan);
    }
    full = isFull(plan);
  }

  private boolean isFull(BatchPlan plan) {
    return assembly.records() >= plan.threshold()
        || assembly.bytes() >= config.bounds().batchBytes();
  }

  /**
   * Gathers what waits, polling once if nothing does; returns whether there was anything. Time
   * counts as work unless it was a wait.
   */
  private boolean take(Duration wait, BatchPlan plan) throws SourceException, LostException {
    long beginNs = System.nanoTime();
    if (!assembly.waits()) {
      ConsumerRecords<byte[], byte[]> polled = source.poll(wait);
      if (!wait.isZero()) {
        beginNs = System.nanoTime();
      }
      assembly.add(polled);
      stats.progress().gathered(polled);
    }
    boolean any = assembly.gather(plan.threshold(), config.bounds().batchBytes());
    if (any) {
      gatheredNs += System.nanoTime() - beginNs;
    }
    return any;
  }

  private void takeReplies() throws LostException, InterruptedException {
    boolean more = true;
    while (more) {
      more = takeReply(0);
    }
  }

  /** Takes a reply, waiting for it; returns whether one came. */
  private boolean takeReply(long waitMs) throws LostException, InterruptedException {
    Reply reply = session.poll(waitMs);
    for (Long ns = stages.poll(); ns != null; ns = stages.poll()) {
      policy.sent(ns);
    }
    if (reply == null) {
      return false;
    }
    replied(reply);
    return true;
  }

  private void replied(Reply reply) throws LostException {
    Ack ack = reply.ack();
    @Nullable OutgoingBatch batch = open.poll();
    if (batch == null || batch.source.number() != ack.batch()) {
      throw new LostException(
          "the receiver replied to batch %d, and %s is open"
              .formatted(ack.batch(), batch == null ? "none" : batch.source.number()),
          false);
    }
    if (!batch.isSent() || !cipher.provesReply(batch.key(), ack.content(), reply.code())) {
      throw new LostException(
          "the code of the reply to batch %d is wrong: it was altered in transit, or is not from the receiver"
              .formatted(ack.batch()),
          false);
    }
    receiverThreads = ack.threads();
    openBytes -= batch.source.bytes();
    Map<TopicPartition, Long> next = batch.next();
    source.copied(next);
    stats.progress().acknowledged(next, System.currentTimeMillis());
    stats.counts().batch(batch.size(), batch.key());
    times.add(StageName.RECEIVE, ack.receiveNs());
    times.add(StageName.DECRYPT, ack.decryptNs());
    times.add(StageName.DECOMPRESS, ack.decompressNs());
    times.add(StageName.WRITE, ack.writeNs());
    policy.replied(batch.source.records(), batch.slowestNs(), ack.costNs(), ack.stagesNs());
    if (!batch.full) {
      long travelledNs = reply.arrivedNs() - batch.sentNs() - ack.backupNs();
      policy.travelled(reply.arrivedNs(), travelledNs);
    }
    slow.committed(reply.arrivedNs(), ack.commitNs());
    status = status(ack.batch(), status.records() + batch.source.records());
  }

  /** Returns with whom the session is, and how slow the target is, if it is. */
  private String detail() {
    String to = "to " + config.host() + ":" + config.port();
    String reason = slow.reason();
    return reason == null ? to : to + "; " + reason;
  }

  /** Passes the times of stages on to the sender's thread. */
  private final class Times implements Pipeline.Listener<OutgoingBatch> {
    @Override
    public void ran(OutgoingBatch batch, long ns) {
      stages.add(batch.took(ns));
    }
  }
}
