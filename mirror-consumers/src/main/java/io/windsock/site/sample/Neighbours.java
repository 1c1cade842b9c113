package io.windsock.site.sample;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.telemetry.MemberPhase;
import io.windsock.platform.telemetry.Members;
import io.windsock.platform.telemetry.NewestTime;
import java.util.List;

/**
 * The other sites that follow the same topic, as they last reported. The age of a sample is
 * measured from the newest one, so a site that is cut off keeps those that it heard of last. Any
 * thread may use it.
 */
public final class Neighbours {
  /** A site silent for this much longer than another one is left out, ms. */
  static final long RECENT_MS = 10_000;

  private final Members members = new Members();
  private final LogTopic topic;
  private final NewestTime newest = new NewestTime();
  private long forgottenMs;

  /** Creates the list of the sites that follow {@code topic}. */
  public Neighbours(LogTopic topic) {
    this.topic = topic;
  }

  /**
   * Notes a site's sample.
   *
   * @param atMs the time of the record, ms since the epoch
   */
  public synchronized void add(SiteSample sample, long atMs) {
    if (newest.note(atMs)) { // a broker's clock went back
      members.clear();
      forgottenMs = atMs;
    }
    members.add(sample, atMs);
    if (newest.ms() - forgottenMs > RECENT_MS) {
      members.forget(newest.ms() - RECENT_MS);
      forgottenMs = newest.ms();
    }
  }

  /** The URLs at which other sites reach those that were live, by the sites' names. */
  public synchronized List<String> urls() {
    return members.following(topic.name(), topic.epoch(), newest.ms() - RECENT_MS).stream()
        .filter(sample -> MemberPhase.of(sample) == MemberPhase.LIVE)
        .map(SiteSample::getUrl)
        .filter(Remote::isUrl)
        .toList();
  }
}
