package io.windsock.link.transport;

import io.windsock.link.stage.KeyRing;
import io.windsock.link.stage.OpenProof;
import io.windsock.link.stage.RefusedFrameException;
import io.windsock.link.stage.SessionCipher;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * The sender's first message.
 *
 * @param link the link's name
 * @param salt the random bytes from which the session's keys are derived
 * @param proof shows that the sender has one of the link's keys
 * @param topics the topics that are copied
 * @param anewAfter the epoch of the session that found the source trimmed, after which what was
 *     copied is to be deleted, and everything copied anew; 0: nothing is to be deleted
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Open(
    String link, byte[] salt, OpenProof proof, List<SourceTopic> topics, int anewAfter) {
  /** The most topics of a link. */
  public static final int MAX_TOPICS = 1024;

  /** Copies the list. */
  public Open {
    topics = List.copyOf(topics);
  }

  /** Returns the first message of a new session, with random bytes of its own. */
  public static Open of(KeyRing keys, String link, List<SourceTopic> topics, int anewAfter) {
    byte[] salt = SessionCipher.salt();
    OpenProof proof = OpenProof.of(keys, link, salt, anewAfter, incomplete(topics));
    return new Open(link, salt, proof, topics, anewAfter);
  }

  /** Returns whether what was copied is to be deleted, and everything copied anew. */
  public boolean anew() {
    return anewAfter > 0;
  }

  /** Returns the partitions that are, at the source, copies without their beginnings. */
  public List<TopicPartition> incomplete() {
    return incomplete(topics);
  }

  private static List<TopicPartition> incomplete(List<SourceTopic> topics) {
    return topics.stream().flatMap(topic -> topic.incompletePartitions().stream()).toList();
  }

  /**
   * Checks that its sender has one of a receiver's keys.
   *
   * @throws RefusedFrameException if not
   */
  public void check(KeyRing keys) throws RefusedFrameException {
    proof.check(keys, link, salt, anewAfter, incomplete());
  }
}
