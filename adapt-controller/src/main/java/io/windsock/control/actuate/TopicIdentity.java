package io.windsock.control.actuate;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Which incarnation of a topic there is, as of the last look: a topic that is deleted and created
 * again gets another id, and whoever follows it by name alone does not notice. One thread looks,
 * any may ask.
 */
public final class TopicIdentity {
  /** There is no such topic. */
  public static final Uuid ABSENT = Uuid.ZERO_UUID;

  /** A broker that has just started may not know its topics yet: so many looks must agree. */
  private static final int LOOKS = 2;

  private static final long PATIENCE_MS = 5_000;

  private final Admin admin;
  private final String topic;
  private volatile Uuid id;
  private int absent;

  /** The topic of this name, which is there. */
  public TopicIdentity(Admin admin, String topic) {
    this.admin = admin;
    this.topic = topic;
    id = ABSENT;
    look();
  }

  /** Its id; {@link #ABSENT} if it is gone. */
  public Uuid id() {
    return id;
  }

  /** Looks now. A cluster that does not answer changes nothing. */
  public void look() {
    try {
      id =
          Objects.requireNonNull(
                  admin
                      .describeTopics(Set.of(topic))
                      .allTopicNames()
                      .get(PATIENCE_MS, TimeUnit.MILLISECONDS)
                      .get(topic))
              .topicId();
      absent = 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      boolean gone = e.getCause() instanceof UnknownTopicOrPartitionException;
      absent = gone ? absent + 1 : 0;
      id = absent >= LOOKS ? ABSENT : id;
    } catch (TimeoutException e) {
      absent = 0;
    }
  }
}
