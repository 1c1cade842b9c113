package io.windsock.site.http;

import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Refusal;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.snapshot.ManifestJson;
import io.windsock.site.snapshot.SnapshotManifest;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * Serves the site's newest snapshot to sites that can't start from the log. File names must be
 * listed in the snapshot's manifest, so no path can escape its folder. Any thread may use it.
 */
final class SnapshotEndpoint {
  /** The most files sent at once; a site loads one at a time. */
  static final int MAX_DOWNLOADS = 4;

  /** How long a client may take to load a file, beyond the time at the least rate. */
  private static final long PATIENCE_MS = 10_000;

  /** How fast a client must load a file on average. */
  private static final long LEAST_BYTES_PER_SECOND = 64 * 1024;

  private static final String BYTES = "application/octet-stream";
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");
  private static final int RETRY_SECONDS = 2;

  private final ServedSite site;
  private final AtomicInteger downloads = new AtomicInteger();

  SnapshotEndpoint(ServedSite site) {
    this.site = site;
  }

  /** {@code GET /v1/snapshot}. */
  Answer manifest() {
    SnapshotManifest latest = site.snapshots().latest();
    if (latest == null) {
      throw Refusal.absent(
          "this site has no snapshot yet",
          "come back: it makes one when it has caught up with the log");
    }
    List<CharSequence> headers =
        List.of(SiteHeaders.TOKEN, latest.token().toString(), "Cache-Control", "no-store");
    return new Answer(200, Answer.JSON, headers, Buffer.buffer(ManifestJson.write(latest)));
  }

  /** {@code GET /v1/snapshot/{number}/files/{name}}. */
  void file(Exchange exchange, String number, String name) {
    long snapshot = NUMBER.matcher(number).matches() ? Long.parseLong(number) : 0;
    Path file = snapshot == 0 ? null : site.snapshots().file(snapshot, name);
    Refusal absent = absent(number, name);
    if (file == null) {
      throw absent;
    }
    if (downloads.incrementAndGet() > MAX_DOWNLOADS) {
      downloads.decrementAndGet();
      throw Refusal.unavailable(
          MAX_DOWNLOADS + " files are being loaded already", "try again", RETRY_SECONDS);
    }
    Runnable release = site.snapshots().hold(snapshot);
    exchange.file(
        BYTES,
        file,
        patienceMs(file),
        absent,
        () -> {
          downloads.decrementAndGet();
          release.run();
        });
  }

  private static long patienceMs(Path file) {
    return PATIENCE_MS + 1000 * (file.toFile().length() / LEAST_BYTES_PER_SECOND);
  }

  private static Refusal absent(String number, String name) {
    return Refusal.absent(
        "there is no file " + Refusal.shown(name) + " of a snapshot " + Refusal.shown(number),
        "see /v1/snapshot for the newest one and its files");
  }
}
