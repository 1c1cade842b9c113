package io.windsock.link.transport;

import io.windsock.link.stage.KeyRing;
import io.windsock.link.stage.RefusedFrameException;
import io.windsock.link.stage.RefusedFrameException.Reason;
import io.windsock.link.stage.SessionProof;
import io.windsock.link.stage.SessionProof.Statement;
import io.windsock.link.stage.SessionSeed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * The sender's first message, which answers the receiver's challenge.
 *
 * @param link the link's name
 * @param salt the sender's random bytes
 * @param key the id of the key that it is proven with; empty without encryption
 * @param topics the topics that are copied
 * @param anewAfter the epoch of the session that found the source trimmed, after which what was
 *     copied is to be deleted, and everything copied anew; 0: nothing is to be deleted
 * @param code proves all of this, and that the sender has received the challenge
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Open(
    String link, byte[] salt, String key, List<SourceTopic> topics, int anewAfter, byte[] code) {
  /** The most topics of a link. */
  public static final int MAX_TOPICS = 1024;

  /** Copies the list. */
  public Open {
    topics = List.copyOf(topics);
  }

  /** Returns the first message of a sender's session. */
  public static Open of(SessionProof by, List<SourceTopic> topics, int anewAfter) {
    SessionSeed seed = by.seed();
    Open said = new Open(seed.link(), seed.salt(), by.key(), topics, anewAfter, new byte[0]);
    return said.with(by.code(Statement.OPEN, Messages.content(said)));
  }

  private Open with(byte[] its) {
    return new Open(link, salt, key, topics, anewAfter, its);
  }

  /** Returns whether what was copied is to be deleted, and everything copied anew. */
  public boolean anew() {
    return anewAfter > 0;
  }

  /** Returns the partitions that are, at the source, copies without their beginnings. */
  public List<TopicPartition> incomplete() {
    return topics.stream().flatMap(topic -> topic.incompletePartitions().stream()).toList();
  }

  /** Returns by partition the offset after its last committed record at the source, if known. */
  public Map<TopicPartition, Long> ends() {
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (SourceTopic topic : topics) {
      for (int p = 0; p < topic.ends().size(); p++) {
        ends.put(new TopicPartition(topic.name(), p), topic.ends().get(p));
      }
    }
    return ends;
  }

  /**
   * Checks that its sender has one of a receiver's keys, and made it for this stream.
   *
   * @param challenge what the receiver has sent on the stream
   * @return proves what the receiver says in the session
   * @throws RefusedFrameException if not
   */
  public SessionProof check(KeyRing keys, byte[] challenge) throws RefusedFrameException {
    SessionProof by = SessionProof.of(keys, key, new SessionSeed(link, challenge, salt));
    if (!by.proves(Statement.OPEN, Messages.content(this), code)) {
      throw new RefusedFrameException(
          Reason.ALTERED,
          "the session's opening was altered, recorded in another session, or made with another"
              + " key "
              + key);
    }
    return by;
  }
}
