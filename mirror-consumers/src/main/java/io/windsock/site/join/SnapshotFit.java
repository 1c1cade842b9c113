package io.windsock.site.join;

import io.windsock.contracts.position.Token;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.TopicPair;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.snapshot.SnapshotManifest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of a snapshot's identity with that of the site that would start from it. Pure: it
 * reads only manifests.
 */
final class SnapshotFit {
  private static final String PEER =
      "name a peer (--peer) of the same cluster or of the source of a link to it, with the same prefix"
          + " and role, or none";
  private static final String DATA =
      "the topic was created again since; remove the data folder of the peer and start it again";
  private static final String DOMAIN =
      "start both sites with the same --domain, in the same version";
  private static final String BUILD = "run the same version of Windsock at both sites";

  private final List<String> differences = new ArrayList<>();

  /** What to do about the first difference; it explains those that follow. */
  private @Nullable String remedy;

  private SnapshotFit() {}

  /**
   * Returns what of a snapshot's identity is not {@code target}'s, and the remedy; null if it is
   * the same.
   */
  static @Nullable String difference(SnapshotManifest manifest, JoinTarget target) {
    DiskStamp its = manifest.stamp();
    DiskStamp own = target.stamp();
    SnapshotFit fit = new SnapshotFit();
    fit.compare("disk format", manifest.format(), DiskStamp.FORMAT, BUILD);
    fit.compare("cluster", its.clusterId(), own.clusterId(), PEER);
    fit.compare("topic", its.topic(), own.topic(), PEER);
    fit.compare("topic id", its.topicId(), own.topicId(), DATA);
    fit.compare("partitions", its.partitions(), own.partitions(), DATA);
    fit.compare("epoch", manifest.token().epoch(), target.topic().epoch(), DATA);
    fit.compare(
        "partitions in its token",
        manifest.token().partitions(),
        target.topic().partitions(),
        DATA);
    fit.compare("definition", its.definition(), own.definition(), DOMAIN);
    return fit.remedy == null
        ? null
        : "is of " + String.join(", of ", fit.differences) + ": " + fit.remedy;
  }

  /** Returns whether a snapshot is of the topic that a link copies to {@code target}'s. */
  static boolean isOfSource(SnapshotManifest manifest, JoinTarget target, LinkPosition link) {
    TopicPair pair = link.topics().get(target.topic().name());
    return link.copies(target.topic())
        && pair != null
        && manifest.stamp().topicId().equals(pair.source().toString())
        && manifest.token().epoch() == LogTopic.epoch(pair.source());
  }

  /**
   * Returns what of the identity of a source's snapshot is not {@code target}'s, besides cluster,
   * topic id and epoch, and the remedy; null if it is the same.
   */
  static @Nullable String differenceFromSource(SnapshotManifest manifest, JoinTarget target) {
    DiskStamp its = manifest.stamp();
    DiskStamp own = target.stamp();
    DiskStamp copied =
        new DiskStamp(
            own.clusterId(), its.topic(), own.topicId(), its.partitions(), its.definition());
    Token token = new Token(target.topic().epoch(), manifest.token().offsets());
    return difference(
        new SnapshotManifest(
            manifest.number(),
            token,
            manifest.digest(),
            manifest.keys(),
            copied,
            manifest.format(),
            manifest.files()),
        target);
  }

  private void compare(String what, Object its, Object own, String toDo) {
    if (!its.equals(own)) {
      differences.add(what + " " + its + ", and this site of " + own);
      remedy = remedy == null ? toDo : remedy;
    }
  }
}
