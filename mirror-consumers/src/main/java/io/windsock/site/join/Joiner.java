package io.windsock.site.join;

import io.windsock.contracts.position.Token;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

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
  private final CopiedLog copied;
  private final PeerClient client;
  private final Offers offers;
  private final JoinListener listener;
  private long nextLogNs = System.nanoTime();

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
    this.copied = copied;
    this.client = client;
    offers = new Offers(target, log, copied, client);
    this.listener = listener;
  }

  /**
   * Tries each of these sites once, the one with the newest snapshot first.
   *
   * @return whether another site's state is ready; if not, the listener was told why
   */
  boolean attempt(List<String> urls) throws InterruptedException {
    String why = tryEach(urls, null);
    if (why != null) {
      listener.joining("waits for another site's snapshot: " + why, null);
    }
    return why == null;
  }

  /**
   * Tries each of these sites once whose snapshot is preferred to reading the log, the one with the
   * newest first. One line in the log says why none is used.
   *
   * @return whether another site's state is ready; if not, the listener was told why
   */
  boolean prefer(List<String> urls, Preference preference) throws InterruptedException {
    String why = tryEach(urls, preference);
    if (why != null) {
      Level level = urls.isEmpty() ? Level.INFO : Level.WARN;
      LOG.atLevel(level).log("{}: starts from the log: {}", target.site(), why);
      listener.joining("starts from the log: " + why, null);
    }
    return why == null;
  }

  /**
   * Returns null if another site's state is ready, or else why not.
   *
   * @param preference which snapshots are used; null for any
   */
  private @Nullable String tryEach(List<String> urls, @Nullable Preference preference)
      throws InterruptedException {
    List<String> reasons = new ArrayList<>();
    for (Offer offer : offers.of(urls, preference, reasons)) {
      try {
        load(offer);
        return null;
      } catch (JoinException e) {
        if (preference == null) {
          LOG.warn("{}: {}", target.site(), e.reason());
        }
        reasons.add(e.reason());
      }
    }
    return urls.isEmpty() ? "no other site is known" : String.join("; ", reasons);
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
        offers.requireInLog(which, manifest);
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
      } else if (offer.wholeOnly()) {
        throw new JoinException(
            which + " may lack what this site's own state has: it began later than the log");
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
