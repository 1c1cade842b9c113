package io.windsock.site.join;

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
      "name a peer of the same cluster, prefix and role (--peer), or none";
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

  private void compare(String what, Object its, Object own, String toDo) {
    if (!its.equals(own)) {
      differences.add(what + " " + its + ", and this site of " + own);
      remedy = remedy == null ? toDo : remedy;
    }
  }
}
