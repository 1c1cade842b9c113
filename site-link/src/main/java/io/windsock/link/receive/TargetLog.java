package io.windsock.link.receive;

import io.windsock.link.batch.OffsetRange;
import io.windsock.link.batch.TargetRun;
import io.windsock.link.stage.RefusedFrameException;
import io.windsock.link.transport.Open;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The target cluster, as one session of a link writes it. Opening it fences the sessions before:
 * they share a transactional id. Opened and closed by the session's thread; written by one thread.
 */
final class TargetLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TargetLog.class);

  /** The least time between two positions that are kept for tokens. */
  private static final long POINT_NS = TimeUnit.SECONDS.toNanos(1);

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  /** A place in the link's own topic that is not known, behind all that are. */
  private static final long UNKNOWN_END = Long.MAX_VALUE;

  private final String control;
  private final KafkaProducer<byte[], byte[]> producer;
  private final TargetEnds ends;

  /** What was written, in the open transaction if there is one. Any thread may read it. */
  private volatile LinkPosition position;

  /** Set by the producer's thread. */
  private volatile long controlEnd = UNKNOWN_END;

  /** Whether what is committed lacks something that the source had when the copy began. */
  private boolean awaiting;

  private @Nullable TargetTransaction transaction;
  private long pointNs;

  private TargetLog(
      String control,
      KafkaProducer<byte[], byte[]> producer,
      TargetEnds ends,
      LinkPosition position) {
    this.control = control;
    this.producer = producer;
    this.ends = ends;
    this.position = position;
  }

  /**
   * Opens the target for a new session, whose epoch is committed before this returns.
   *
   * @param kafka the clients' properties: at least the bootstrap servers
   * @throws RefusedLinkException if the link was promoted, or a topic is not as it must be
   * @throws RefusedFrameException if the opening would delete what later sessions have copied
   * @throws KafkaException if the target does not answer
   */
  static TargetLog open(Map<String, Object> kafka, Open open)
      throws RefusedLinkException, RefusedFrameException {
    Admin admin = Admin.create(kafka);
    try {
      return open(kafka, open, new TargetTopics(admin));
    } finally {
      admin.close(Duration.ZERO); // a deletion that had no answer is not to be tried again
    }
  }

  private static TargetLog open(Map<String, Object> kafka, Open open, TargetTopics topics)
      throws RefusedLinkException, RefusedFrameException {
    String control = LinkTopic.name(open.link());
    topics.requireOther(open.topics());
    topics.createControl(control);
    KafkaProducer<byte[], byte[]> producer =
        LinkProducer.open(kafka, control, topics.batchBytes(open.topics()));
    try {
      producer.initTransactions();
      LinkPosition last = LinkTopic.read(kafka, control);
      requireUnpromoted(open.link(), last);
      requireLatest(open, last);
      if (open.anew() || last.isRenewing()) {
        last = beginAnew(producer, control, topics, open, last);
      }
      LinkPosition opened =
          last.opened(topics.prepare(open.topics(), last))
              .ofIncomplete(open.incomplete())
              .awaiting(open.ends());
      Map<TopicPartition, Long> ends = topics.ends(open.topics());
      requireFew(open.link(), opened, ends.keySet());
      TargetTail.check(kafka, topics, control, last, ends);
      TargetLog log = new TargetLog(control, producer, new TargetEnds(ends), last);
      log.open(opened);
      return log;
    } catch (RuntimeException | RefusedLinkException | RefusedFrameException e) {
      producer.close(CLOSE_TIMEOUT);
      throw e;
    }
  }

  /**
   * Deletes what the target has of the topics. That this has begun is committed first, so that a
   * later session completes it; and again before each deletion, which a promotion or a later
   * session thereby prevents.
   */
  private static LinkPosition beginAnew(
      KafkaProducer<byte[], byte[]> producer,
      String control,
      TargetTopics topics,
      Open open,
      LinkPosition last)
      throws RefusedLinkException {
    if (!last.isRenewing()) {
      topics.requireSame(open.topics(), last);
    }
    LOG.warn("link {}: the copied topics are deleted, and copied anew", open.link());
    Runnable mark =
        () -> {
          producer.beginTransaction();
          var unused = producer.send(LinkProducer.position(control, last.renewing()));
          producer.commitTransaction();
        };
    mark.run();
    topics.recreate(open.topics(), last, mark);
    Set<String> deleted = topics.gone(last); // by a session before that had more topics
    open.topics().forEach(topic -> deleted.add(topic.name()));
    return last.renewed(deleted);
  }

  private static void requireUnpromoted(String link, LinkPosition last)
      throws RefusedLinkException {
    if (last.isPromoted()) {
      throw new RefusedLinkException(promoted(link, last));
    }
  }

  /** Returns that a link was promoted, and the remedy. */
  static String promoted(String link, LinkPosition last) {
    return "link '%s' was promoted at %s, after batch %d: its target is the primary now; see windsock link fail-back"
        .formatted(link, Instant.ofEpochMilli(last.promotedMs()), last.batch());
  }

  /** Who has recorded an opening that deletes must not delete with it once more. */
  private static void requireLatest(Open open, LinkPosition last) throws RefusedFrameException {
    if (open.anew() && open.anewAfter() != last.epoch()) {
      throw new RefusedFrameException(
          RefusedFrameException.Reason.REPLAYED,
          "an opening that deletes what was copied is for after session %d, and the last one is %d"
              .formatted(open.anewAfter(), last.epoch()));
    }
  }

  /** A position of more partitions could be written, and never be read again. */
  private static void requireFew(String link, LinkPosition opened, Set<TopicPartition> wanted)
      throws RefusedLinkException {
    Set<TopicPartition> all = opened.partitions();
    all.addAll(wanted);
    if (all.size() > LinkPosition.MAX_PARTITIONS) {
      throw new RefusedLinkException(
          "link '%s' would have %d partitions, with those that it copied before, and the most is %d: copy these topics by a link of another name"
              .formatted(link, all.size(), LinkPosition.MAX_PARTITIONS));
    }
  }

  /** Commits the session's beginning, and keeps it for tokens of the batch that follows. */
  private void open(LinkPosition opened) {
    producer.beginTransaction();
    var unused = producer.send(LinkProducer.point(control, opened));
    commit(opened, true, () -> {});
    awaiting = !opened.awaited().isEmpty();
  }

  /** Returns what the target has once what was written is committed. */
  LinkPosition position() {
    return position;
  }

  /** Returns the link's own topic. */
  String control() {
    return control;
  }

  /**
   * Returns where the link's own topic ends as far as this session has written it, {@link
   * Long#MAX_VALUE} if it does not know. What is behind that is somebody else's. Any thread.
   */
  long controlEnd() {
    return controlEnd;
  }

  /**
   * Writes a batch, together with its source offsets, in the open transaction; begins one if none
   * is open. It counts once {@link #commit} has returned.
   *
   * @param number its number
   * @param parts its parts, in order
   * @throws RefusedFrameException if it does not follow what was written; nothing of it is written
   * @throws KafkaException if it could not be written; this log is then unusable
   */
  void write(long number, List<TargetRun[]> parts) throws RefusedFrameException {
    Map<TopicPartition, Long> from = new HashMap<>();
    Map<TopicPartition, Long> next = new HashMap<>();
    List<TargetRun> all = new ArrayList<>();
    for (TargetRun[] part : parts) {
      for (TargetRun run : part) {
        check(run.range(), next);
        from.putIfAbsent(run.range().partition(), run.range().from());
        next.put(run.range().partition(), run.range().next());
        all.add(run);
      }
    }
    TargetTransaction within = transaction == null ? begin() : transaction;
    transaction = within;
    explained(within, () -> write(within, new Reach(number, from, next), all));
  }

  /**
   * Commits the batches that were written since the last commit, all or none; without any it does
   * nothing.
   *
   * @throws KafkaException if they were not committed, or that is unknown; this log is then
   *     unusable
   */
  void commit() {
    TargetTransaction within = transaction;
    if (within != null) {
      explained(within, () -> commit(position, within.pointed(), () -> checkWritten(within)));
      ends.committed(within.reached());
      transaction = null;
      if (awaiting && position.awaited().isEmpty()) {
        awaiting = false;
        LOG.info(
            "link {}: the target has all that the source had when the copy began",
            LinkTopic.link(control));
      }
    }
  }

  /** What a transaction has stays uncommitted if it is not where its position says. */
  private void checkWritten(TargetTransaction within) {
    producer.flush(); // a commit would wait for it as well
    ends.check(within.reached(), within.last());
  }

  /** The offsets of the source at which a batch begins and after which it ends, by partition. */
  private record Reach(
      long number, Map<TopicPartition, Long> from, Map<TopicPartition, Long> next) {}

  private void check(OffsetRange range, Map<TopicPartition, Long> earlier)
      throws RefusedFrameException {
    TopicPartition partition = range.partition();
    Long expected = earlier.get(partition);
    if (expected == null) {
      expected = position.next().get(partition);
    }
    if (!position.topics().containsKey(partition.topic())) {
      throw new RefusedFrameException(
          RefusedFrameException.Reason.MALFORMED, range + " is of no topic of this link");
    }
    if (expected != null && expected != range.from()) {
      throw new RefusedFrameException(
          RefusedFrameException.Reason.GAP,
          "%s does not follow: the target has %s up to %d".formatted(range, partition, expected));
    }
  }

  private static void explained(TargetTransaction within, Runnable work) {
    try {
      work.run();
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      throw within.failure().explain(e);
    }
  }

  private TargetTransaction begin() {
    boolean pointed = System.nanoTime() - pointNs >= POINT_NS;
    TargetTransaction begun = TargetTransaction.begun(pointed);
    producer.beginTransaction();
    if (pointed) {
      var unused = producer.send(LinkProducer.point(control, position), begun.failure());
    }
    return begun;
  }

  private void write(TargetTransaction within, Reach batch, List<TargetRun> runs) {
    ends.extend(within.reached(), runs);
    long newestMs = 0;
    for (TargetRun run : runs) {
      Future<RecordMetadata> sent = null;
      for (ProducerRecord<byte[], byte[]> record : run.records()) {
        newestMs = Math.max(newestMs, record.timestamp());
        sent = producer.send(record, within.failure()); // a failed send fails the commit
      }
      if (sent != null) {
        within.last().put(run.range().partition(), sent);
      }
    }
    position =
        position.after(batch.number(), batch.from(), batch.next(), within.reached(), newestMs);
  }

  /**
   * Ends the transaction with the position.
   *
   * @param pointed whether one more earlier position is kept
   * @param check is run before it is committed, and prevents it by an exception
   */
  private void commit(LinkPosition then, boolean pointed, Runnable check) {
    LinkPosition now = pointed ? then.pointed() : then;
    var unused =
        producer.send(LinkProducer.position(control, now), (at, failed) -> controlEnd = end(at));
    check.run();
    producer.commitTransaction();
    position = now;
    pointNs = pointed ? System.nanoTime() : pointNs;
  }

  private static long end(@Nullable RecordMetadata last) {
    return last == null || !last.hasOffset() ? UNKNOWN_END : last.offset() + 1 + TargetEnds.MARKER;
  }

  /** Closes the client, also on a thread that was interrupted. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    producer.close(CLOSE_TIMEOUT);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
