package io.windsock.link.failover;

import io.windsock.link.receive.ClusterTopics;
import io.windsock.link.receive.LinkProducer;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.kafka.CompetingWriters;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Makes a link's target the primary. It takes over the link's transactional id, so that a receiver
 * that is still alive can't write any more, and marks the position; receivers refuse a link whose
 * position is marked. Blocks its caller.
 */
public final class LinkPromotion {
  /** For how long a link must not have moved to be regarded as stopped. */
  static final Duration STILL = Duration.ofSeconds(3);

  /** How often a receiver that opens session after session may be fenced in turn. */
  private static final int MAX_ATTEMPTS = 10;

  private static final Duration VISIBLE = Duration.ofSeconds(15);
  private static final long LOOK_MS = 20;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final Map<String, Object> kafka;
  private final String link;
  private final String topic;
  private final InstantSource clock;

  /**
   * Prepares a promotion.
   *
   * @param kafka the properties of clients of the target: at least the bootstrap servers
   * @param clock gives the time of the promotion
   */
  public LinkPromotion(Map<String, Object> kafka, String link, InstantSource clock) {
    this.kafka = Map.copyOf(kafka);
    this.link = link;
    this.clock = clock;
    topic = LinkTopic.name(link);
  }

  /** What an operator accepts. */
  public enum Accept {
    /** That what is on its way is lost: the link may be moving. */
    MOVING,
    /**
     * That the target may never have had all that the source had when the copy began, or has lost
     * some of it since.
     */
    INCOMPLETE
  }

  /**
   * Promotes the target. A link that was promoted already stays as it is.
   *
   * @param accepted what need not be as it should
   * @return what the target has
   * @throws FailOverException if there is no such link, it is moving, or the copy is not whole, or
   *     no longer
   * @throws KafkaException if the target does not answer
   */
  public Promotion promote(Accept... accepted) throws FailOverException, InterruptedException {
    Set<Accept> accepts = Set.of(accepted);
    requireLink();
    LinkPosition before = LinkTopic.read(kafka, topic);
    if (!before.isPromoted()) {
      requireWhole(before, accepts);
      var unused = lost(before, accepts);
      if (!accepts.contains(Accept.MOVING)) {
        requireStill(before);
      }
    }
    for (int i = 1; i <= MAX_ATTEMPTS; i++) {
      LinkPosition position = take(accepts);
      if (position != null) {
        awaitVisible();
        return Promotion.of(link, position);
      }
    }
    throw new FailOverException(
        "link '%s': a receiver took it back %d times: stop the receiver, then promote again"
            .formatted(link, MAX_ATTEMPTS));
  }

  private void requireLink() throws FailOverException {
    Admin admin = Admin.create(kafka);
    try {
      List<String> links =
          new ClusterTopics(admin)
              .names().stream()
                  .filter(name -> name.startsWith(LinkTopic.PREFIX))
                  .map(LinkTopic::link)
                  .sorted()
                  .toList();
      if (!links.contains(link)) {
        throw new FailOverException(
            "no link '%s' copies to this cluster; %s"
                .formatted(
                    link,
                    links.isEmpty()
                        ? "there is none: is this the target?"
                        : "the links are " + links.stream().collect(Collectors.joining(", "))));
      }
    } finally {
      admin.close(Duration.ZERO); // a target that is away would delay the reason
    }
  }

  /**
   * What a copy lacks that was just begun may be nearly everything, whether the link moves or not;
   * and all of it if every session was refused, which leaves the link's topic empty.
   */
  private void requireWhole(LinkPosition before, Set<Accept> accepts) throws FailOverException {
    String incomplete =
        before.epoch() == 0
            ? "nothing is copied, because no session was ever opened"
            : before.incomplete();
    if (incomplete != null && !accepts.contains(Accept.INCOMPLETE)) {
      throw new FailOverException(
          "link '%s': %s: let it catch up, or promote with --incomplete what the target has, which may be nothing"
              .formatted(link, incomplete));
    }
  }

  /**
   * Returns the partitions of which the target has lost what was copied: the position still says
   * that it is there, and a fail-back would delete it at the old primary, where alone it is.
   *
   * @throws FailOverException if there are any, or it is unknown, and that is not accepted
   */
  private Set<TopicPartition> lost(LinkPosition position, Set<Accept> accepts)
      throws FailOverException {
    if (position.isRenewing()) {
      return Set.of(); // all of it counts as lost
    }
    Admin admin = Admin.create(kafka);
    try {
      Map<TopicPartition, String> lost = LostCopies.find(new ClusterTopics(admin), position);
      requireAccepted(
          accepts,
          lost.isEmpty()
              ? null
              : "the target has lost what was copied: %s (partitions like it: %d): promote with --incomplete what is left"
                  .formatted(lost.values().iterator().next(), lost.size()));
      return lost.keySet();
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      requireAccepted(
          accepts,
          "it is unknown whether the target still has what was copied (%s): wait until its partitions have leaders, or promote with --incomplete"
              .formatted(e.getMessage()));
      return Set.of();
    } finally {
      admin.close(Duration.ZERO); // a target that is away would delay the reason
    }
  }

  private void requireAccepted(Set<Accept> accepts, @Nullable String incomplete)
      throws FailOverException {
    if (incomplete != null && !accepts.contains(Accept.INCOMPLETE)) {
      throw new FailOverException("link '%s': %s".formatted(link, incomplete));
    }
  }

  private void requireStill(LinkPosition before) throws FailOverException, InterruptedException {
    Thread.sleep(STILL.toMillis());
    LinkPosition now = LinkTopic.read(kafka, topic);
    if (now.batch() != before.batch() || now.epoch() != before.epoch()) {
      throw new FailOverException(
          "link '%s' is running: it went from batch %d to %d within %d s; stop what writes at its source, let it catch up, and stop its sender; or promote with --fence and lose what is on its way"
              .formatted(link, before.batch(), now.batch(), STILL.toSeconds()));
    }
  }

  /** A reader sees a transaction a moment after it is committed. */
  private void awaitVisible() throws InterruptedException {
    long deadlineNs = System.nanoTime() + VISIBLE.toNanos();
    while (!LinkTopic.read(kafka, topic).isPromoted()) {
      if (System.nanoTime() > deadlineNs) {
        throw new KafkaException(
            "topic '%s' does not show the promotion after %d s"
                .formatted(topic, VISIBLE.toSeconds()));
      }
      Thread.sleep(LOOK_MS);
    }
  }

  /** Marks the position; returns null if a receiver has taken the link back in between. */
  private @Nullable LinkPosition take(Set<Accept> accepts) throws FailOverException {
    KafkaProducer<byte[], byte[]> producer = LinkProducer.open(kafka, topic);
    try {
      producer.initTransactions();
      LinkPosition last = LinkTopic.read(kafka, topic);
      if (last.isPromoted()) {
        return last;
      }
      requireWhole(last, accepts);
      LinkPosition promoted = last.lost(lost(last, accepts)).promoted(clock.millis());
      producer.beginTransaction();
      var unused = producer.send(LinkProducer.position(topic, promoted));
      producer.commitTransaction();
      return promoted;
    } catch (KafkaException e) {
      if (CompetingWriters.mayHaveCaused(e)) {
        return null;
      }
      throw e;
    } finally {
      producer.close(CLOSE_TIMEOUT);
    }
  }
}
