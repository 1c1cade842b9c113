package io.windsock.site.join;

import io.windsock.contracts.position.Token;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.site.disk.DataDirException;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.disk.StoreException;
import io.windsock.site.snapshot.SnapshotFile;
import io.windsock.site.snapshot.SnapshotManifest;
import io.windsock.site.state.Adoption;
import io.windsock.site.state.CopyMove;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.Digest;
import io.windsock.site.state.form.PartitionLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads another site's snapshot, verifies its digest, and leaves it for the site's next start to
 * adopt. The other site follows the same log, or the one that a link copies here; such a state is
 * moved to the copy. Owned by one thread, which may be interrupted.
 */
final class Joiner {
  private static final Logger LOG = LoggerFactory.getLogger(Joiner.class);
  private static final long CHECK_MEMORY_BYTES = 16L << 20;
  private static final long LOG_EVERY_NS = 5_000_000_000L;
  private static final double MIB = 1 << 20;

  /** A state that is moved is written once more before its former files go. */
  private static final long MOVED = 2;

  private final JoinTarget target;
  private final LogBeginning log;
  private final CopiedLog copied;
  private final PeerClient client;
  private final JoinListener listener;
  private long nextLogNs = System.nanoTime();

  /** A snapshot, the URL of its site, and whether that follows the log that is copied here. */
  private record Offer(String url, SnapshotManifest manifest, boolean ofSource) {}

  /**
   * Creates a joiner for one site.
   *
   * @param log provides the log's current beginning
   * @param copied the log, as a copy of another cluster's
   */
  Joiner(
      JoinTarget target,
      LogBeginning log,
      CopiedLog copied,
      PeerClient client,
      JoinListener listener) {
    this.target = target;
    this.log = log;
    this.copied = copied;
    this.client = client;
    this.listener = listener;
  }

  /**
   * Tries each of these sites once, the one with the newest snapshot first.
   *
   * @return whether another site's state is ready; if not, the listener was told why
   */
  boolean attempt(List<String> urls) throws InterruptedException {
    List<String> reasons = new ArrayList<>();
    for (Offer offer : offers(urls, reasons)) {
      try {
        load(offer);
        return true;
      } catch (JoinException e) {
        LOG.warn("{}: {}", target.site(), e.reason());
        reasons.add(e.reason());
      }
    }
    String why = urls.isEmpty() ? "no other site is known" : String.join("; ", reasons);
    listener.joining("waits for another site's snapshot: " + why, null);
    return false;
  }

  private List<Offer> offers(List<String> urls, List<String> reasons) throws InterruptedException {
    List<Offer> offers = new ArrayList<>();
    for (String url : urls) {
      try {
        offers.add(offer(url, client.manifest(url)));
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
      return new Offer(url, manifest, false);
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
    return new Offer(url, manifest, true);
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

  private void requireInLog(String which, SnapshotManifest manifest) throws JoinException {
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

  private void load(Offer offer) throws JoinException, InterruptedException {
    SnapshotManifest manifest = offer.manifest();
    String which = "snapshot " + manifest.number() + " of " + offer.url();
    try {
      Path incoming = Adoption.incoming(target.dataDir());
      Path folder = Files.createDirectories(Adoption.files(incoming));
      long needed = offer.ofSource() ? MOVED * manifest.bytes() : manifest.bytes();
      DiskRoom.require(folder, Files.getFileStore(folder).getUsableSpace(), needed);
      long before = 0;
      for (SnapshotFile file : manifest.files()) {
        long start = before;
        client.load(
            offer.url(),
            manifest.number(),
            file,
            folder.resolve(file.name()),
            new FileTransfer(which, offer, start));
        before += file.bytes();
      }
      listener.joining("verifies " + which, kept(offer));
      List<PartitionLedger> ledgers = verify(which, incoming, offer);
      if (offer.ofSource()) {
        move(which, incoming, manifest.token(), ledgers);
      } else {
        requireInLog(which, manifest);
      }
      Adoption.verified(target.dataDir());
      LOG.info("{}: loaded {}, {} keys", target.site(), which, manifest.keys());
    } catch (IOException | DataDirException | StoreException e) {
      throw new JoinException(which + " could not be taken over: " + e, e);
    }
  }

  /** The transfer of a file, as the listener and the log are told of it. */
  private final class FileTransfer implements PeerClient.Transfer {
    private final String which;
    private final Offer offer;
    private final long before;

    FileTransfer(String which, Offer offer, long before) {
      this.which = which;
      this.offer = offer;
      this.before = before;
    }

    @Override
    public void loaded(long bytes) {
      report(which, before + bytes, offer);
    }

    /**
     * Waits only if other files are loaded already, which would have to be loaded again; if none
     * is, another peer is tried.
     */
    @Override
    public boolean waits(Duration soFar) {
      if (before == 0) {
        return false;
      }
      // Each report differs: a joiner whose reports don't is taken for one that hangs.
      listener.joining(
          "waits for a file of " + which + ", busy for " + soFar.toSeconds() + " s", kept(offer));
      return true;
    }
  }

  /** A state that began with the log lacks what a copy without its beginning lacks. */
  private void requireWhole(String which, Offer offer) throws JoinException {
    Map<TopicPartition, Long> uncopied = copied.position().uncopied(target.topic());
    if (!offer.ofSource() && !uncopied.isEmpty()) {
      throw new JoinException(which + " began with this copy, which has no beginning");
    }
    if (offer.ofSource() && uncopied.containsValue(0L)) {
      throw new JoinException(which + " began with the source, a copy that has no beginning");
    }
  }

  /** The position of a snapshot, past which the log must not be trimmed; null in another log. */
  private static @Nullable Token kept(Offer offer) {
    return offer.ofSource() ? null : offer.manifest().token();
  }

  /** Moves a state of the source to the copy. */
  private void move(String which, Path incoming, Token from, List<PartitionLedger> ledgers)
      throws JoinException {
    listener.joining("looks in the copied log for the end of " + which, null);
    List<CopySearch.Place> places;
    try {
      places = copied.find(from, ledgers);
    } catch (JoinException e) {
      throw new JoinException(which + " " + e.reason(), e);
    }
    long[] next = places.stream().mapToLong(CopySearch.Place::next).toArray();
    List<Long> markers = places.stream().map(CopySearch.Place::marker).toList();
    // Positions up to here may be of a site that lacked what only the snapshot has.
    long[] ends = places.stream().mapToLong(CopySearch.Place::end).toArray();
    long epoch = target.topic().epoch();
    CopyMove.run(
        incoming,
        CHECK_MEMORY_BYTES,
        target.stamp(),
        new CopyMove.Place(new Token(epoch, next), markers, new Token(epoch, ends)));
  }

  private void report(String which, long bytes, Offer offer) {
    SnapshotManifest manifest = offer.manifest();
    String detail =
        String.format(
            Locale.ROOT, "loads %s: %.1f of %.1f MiB", which, bytes / MIB, manifest.bytes() / MIB);
    listener.joining(detail, kept(offer));
    long nowNs = System.nanoTime();
    if (nowNs - nextLogNs >= 0) {
      nextLogNs = nowNs + LOG_EVERY_NS;
      LOG.info("{}: {}", target.site(), detail);
    }
  }

  /** Verifies a state that was loaded, and returns its ledgers. */
  private List<PartitionLedger> verify(String which, Path incoming, Offer offer)
      throws JoinException {
    SnapshotManifest manifest = offer.manifest();
    DiskStamp stamp = offer.ofSource() ? manifest.stamp() : target.stamp();
    long epoch = manifest.token().epoch();
    Digest digest;
    List<PartitionLedger> ledgers;
    try (SiteState state =
            SiteState.open(incoming, stamp, epoch, CHECK_MEMORY_BYTES, Rebuild.NEVER);
        SiteSnapshot snapshot = state.snapshot()) {
      state.verify();
      digest = snapshot.digest(true);
      ledgers = snapshot.ledgers();
      if (state.beganWhole()) {
        requireWhole(which, offer);
      }
    }
    boolean same =
        digest.consistent()
            && digest.maintained().equals(manifest.digest())
            && digest.keys() == manifest.keys()
            && digest.token().equals(manifest.token());
    if (!same) {
      throw new JoinException(which + " is not what its manifest says: " + digest);
    }
    return ledgers;
  }
}
