package io.windsock.site.join;

import io.windsock.contracts.position.Token;
import io.windsock.site.disk.DataDirException;
import io.windsock.site.disk.StoreException;
import io.windsock.site.snapshot.SnapshotFile;
import io.windsock.site.snapshot.SnapshotManifest;
import io.windsock.site.state.Adoption;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads another site's snapshot, verifies its digest, and leaves it for the site's next start to
 * adopt. Owned by one thread, which may be interrupted.
 */
final class Joiner {
  private static final Logger LOG = LoggerFactory.getLogger(Joiner.class);
  private static final long CHECK_MEMORY_BYTES = 16L << 20;
  private static final long LOG_EVERY_NS = 5_000_000_000L;
  private static final double MIB = 1 << 20;

  private final JoinTarget target;
  private final LogBeginning log;
  private final PeerClient client;
  private final JoinListener listener;
  private long nextLogNs = System.nanoTime();

  /** A snapshot and the URL of its site. */
  private record Offer(String url, SnapshotManifest manifest) {}

  /**
   * Creates a joiner for one site.
   *
   * @param log provides the log's current beginning
   */
  Joiner(JoinTarget target, LogBeginning log, PeerClient client, JoinListener listener) {
    this.target = target;
    this.log = log;
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
        SnapshotManifest manifest = client.manifest(url);
        requireFit(url, manifest);
        offers.add(new Offer(url, manifest));
      } catch (JoinException e) {
        reasons.add(e.reason());
      }
    }
    offers.sort(Comparator.comparingLong((Offer it) -> sum(it.manifest().token())).reversed());
    return offers;
  }

  private static long sum(Token token) {
    return Arrays.stream(token.offsets()).sum();
  }

  private void requireFit(String url, SnapshotManifest manifest) throws JoinException {
    String which = url + ", snapshot " + manifest.number();
    String difference = SnapshotFit.difference(manifest, target);
    if (difference != null) {
      throw new JoinException(which + " " + difference);
    }
    requireInLog(which, manifest);
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
      DiskRoom.require(folder, Files.getFileStore(folder).getUsableSpace(), manifest.bytes());
      long before = 0;
      for (SnapshotFile file : manifest.files()) {
        long start = before;
        client.load(
            offer.url(),
            manifest.number(),
            file,
            folder.resolve(file.name()),
            bytes -> report(which, start + bytes, manifest));
        before += file.bytes();
      }
      listener.joining("verifies " + which, manifest.token());
      verify(which, incoming, manifest);
      requireInLog(which, manifest);
      Adoption.verified(target.dataDir());
      LOG.info("{}: loaded {}, {} keys", target.site(), which, manifest.keys());
    } catch (IOException | DataDirException | StoreException e) {
      throw new JoinException(which + " could not be taken over: " + e, e);
    }
  }

  private void report(String which, long bytes, SnapshotManifest manifest) {
    String detail =
        String.format(
            Locale.ROOT, "loads %s: %.1f of %.1f MiB", which, bytes / MIB, manifest.bytes() / MIB);
    listener.joining(detail, manifest.token());
    long nowNs = System.nanoTime();
    if (nowNs - nextLogNs >= 0) {
      nextLogNs = nowNs + LOG_EVERY_NS;
      LOG.info("{}: {}", target.site(), detail);
    }
  }

  private void verify(String which, Path incoming, SnapshotManifest manifest) throws JoinException {
    long epoch = target.topic().epoch();
    Digest digest;
    try (SiteState state =
            SiteState.open(incoming, target.stamp(), epoch, CHECK_MEMORY_BYTES, Rebuild.NEVER);
        SiteSnapshot snapshot = state.snapshot()) {
      state.verify();
      digest = snapshot.digest(true);
    }
    boolean same =
        digest.consistent()
            && digest.maintained().equals(manifest.digest())
            && digest.keys() == manifest.keys()
            && digest.token().equals(manifest.token());
    if (!same) {
      throw new JoinException(which + " is not what its manifest says: " + digest);
    }
  }
}
