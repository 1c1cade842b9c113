package io.windsock.site.join;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.platform.kafka.LogReader;
import io.windsock.platform.kafka.LogTopic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * The search for another site's state, and its loading. Owned by one thread, which may be
 * interrupted.
 */
public final class SnapshotJoin {
  private static final long CLUSTER_MS = 5_000;

  private final Candidates candidates;
  private final LogBeginning log;
  private final CopiedLog copied;
  private final JoinTarget target;
  private final JoinListener listener;
  private final Joiner joiner;

  /**
   * Creates a search for one site.
   *
   * @param admin must stay open as long as this object; the caller closes it
   * @param monitor the monitor topic's name
   * @param kafka the client's properties: at least the bootstrap servers
   * @param codec decodes samples; owned by this object from now on
   */
  public SnapshotJoin(
      JoinTarget target,
      Admin admin,
      String monitor,
      Map<String, Object> kafka,
      EventCodec codec,
      JoinListener listener) {
    candidates = new Candidates(target, monitor, kafka, codec);
    copied = new ClusterCopy(kafka, admin, target.topic(), codec);
    this.target = target;
    this.listener = listener;
    PeerClient client = new PeerClient(PeerClient.Patience.standard());
    log = () -> beginning(admin, target.topic());
    joiner = new Joiner(target, log, copied, client, listener);
  }

  /**
   * Tries every known site once.
   *
   * @param configured base URLs of the configured sites
   * @return whether another site's state is ready to be adopted
   */
  public boolean attempt(List<String> configured) throws InterruptedException {
    return joiner.attempt(candidates.urls(configured));
  }

  /**
   * Tries the known sites once whose snapshots are preferred to reading the log. Meanwhile the log
   * must not be trimmed past the site's own position. One line in the log says why none is used.
   *
   * @param configured base URLs of the configured sites
   * @return whether another site's state is ready to be adopted
   */
  public boolean prefer(List<String> configured, Preference preference)
      throws InterruptedException {
    PeerClient client = new PeerClient(PeerClient.Patience.brief());
    JoinListener keepsLog = (detail, snapshot) -> listener.joining(detail, preference.own());
    Joiner brief = new Joiner(target, log, copied, client, keepsLog);
    return brief.prefer(candidates.urls(configured), preference);
  }

  /**
   * Whether the log reaches back to its beginning, and to that of the log of which it is a copy, so
   * that a complete state can be built from it.
   *
   * @throws JoinException if the cluster does not respond
   */
  public boolean logIsWhole() throws JoinException {
    return LogReader.isUntrimmed(log.beginning())
        && copied.position().uncopied(target.topic()).isEmpty();
  }

  private static Token beginning(Admin admin, LogTopic topic) throws JoinException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    topic.all().forEach(at -> asked.put(at, OffsetSpec.earliest()));
    long[] next = new long[topic.partitions()];
    try {
      Map<TopicPartition, ListOffsetsResultInfo> found =
          admin.listOffsets(asked).all().get(CLUSTER_MS, TimeUnit.MILLISECONDS);
      found.forEach((at, info) -> next[at.partition()] = info.offset());
      return new Token(topic.epoch(), next);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JoinException("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new JoinException("the cluster does not say where the log begins: " + e, e);
    }
  }
}
