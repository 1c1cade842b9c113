package io.windsock.site.join;

import io.windsock.contracts.position.Token;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.site.snapshot.SnapshotManifest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots that other sites offer and that fit, as far as their manifests show. Owned by one
 * thread, which may be interrupted.
 */
final class Offers {
  /** For how long sites are asked if the log can be read instead. */
  private static final long ASK_NS = 10_000_000_000L;

  private final JoinTarget target;
  private final LogBeginning log;
  private final CopiedLog copied;
  private final PeerClient client;

  Offers(JoinTarget target, LogBeginning log, CopiedLog copied, PeerClient client) {
    this.target = target;
    this.log = log;
    this.copied = copied;
    this.client = client;
  }

  /**
   * Asks each of these sites.
   *
   * @param preference which snapshots are wanted; null for any
   * @param reasons receives why sites have none
   * @return the snapshots that fit, the newest first
   */
  List<Offer> of(List<String> urls, @Nullable Preference preference, List<String> reasons)
      throws InterruptedException {
    List<Offer> offers = new ArrayList<>();
    long startNs = System.nanoTime();
    for (String url : urls) {
      if (preference != null && System.nanoTime() - startNs > ASK_NS) {
        reasons.add("no time to ask " + url + " and those after it");
        break;
      }
      try {
        SnapshotManifest manifest = client.manifest(url);
        offers.add(
            preference == null ? offer(url, manifest) : preferred(url, manifest, preference));
      } catch (JoinException e) {
        reasons.add(e.reason());
      }
    }
    offers.sort(
        Comparator.comparing(Offer::ofSource).thenComparing(it -> -sum(it.manifest().token())));
    return offers;
  }

  private static long sum(Token token) {
    return Arrays.stream(token.offsets()).sum();
  }

  private Offer offer(String url, SnapshotManifest manifest) throws JoinException {
    String which = url + ", snapshot " + manifest.number();
    String difference = SnapshotFit.difference(manifest, target);
    if (difference == null) {
      requireInLog(which, manifest);
      return new Offer(url, manifest, false, false);
    }
    LinkPosition link = copied.position();
    boolean ofSource = SnapshotFit.isOfSource(manifest, target, link);
    if (ofSource) {
      difference = SnapshotFit.differenceFromSource(manifest, target);
    }
    if (difference != null) {
      throw new JoinException(which + " " + difference);
    }
    requireCopied(which, manifest, link);
    return new Offer(url, manifest, true, false);
  }

  /** A snapshot of the same log; where one of a link's source is in the copy is not known here. */
  private Offer preferred(String url, SnapshotManifest manifest, Preference preference)
      throws JoinException {
    String which = url + ", snapshot " + manifest.number();
    String difference = SnapshotFit.difference(manifest, target);
    String refusal = difference == null ? preference.refusal(manifest.token()) : difference;
    if (refusal != null) {
      throw new JoinException(which + " " + refusal);
    }
    requireInLog(which, manifest);
    return new Offer(url, manifest, false, preference.whole());
  }

  /** Checks what can be known before loading. */
  private void requireCopied(String which, SnapshotManifest manifest, LinkPosition link)
      throws JoinException {
    for (TopicPartition at : target.topic().all()) {
      long next = manifest.token().next(at.partition());
      long began = link.began().getOrDefault(at, 0L);
      long copied = link.next().getOrDefault(at, 0L);
      if (next < began) {
        throw new JoinException(
            "%s ends before the copy begins: with %s at %d, and the copy begins at %d"
                .formatted(which, at, next, began));
      }
      if (next > copied) {
        throw new JoinException(
            "%s has %s up to %d, and the link has copied up to %d"
                .formatted(which, at, next, copied));
      }
    }
  }

  /**
   * Checks that the log can be followed from the end of a snapshot.
   *
   * @throws JoinException if not, or if the cluster does not respond
   */
  void requireInLog(String which, SnapshotManifest manifest) throws JoinException {
    Token beginning = log.beginning();
    if (!manifest.token().covers(beginning)) {
      throw new JoinException(
          which
              + " ends where the log is trimmed away: at "
              + Arrays.toString(manifest.token().offsets())
              + ", and the log begins at "
              + Arrays.toString(beginning.offsets()));
    }
  }
}
