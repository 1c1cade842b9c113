package io.windsock.site.join;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteException;
import io.windsock.platform.http.client.RemoteKind;
import io.windsock.platform.http.client.Reply;
import io.windsock.site.snapshot.ManifestJson;
import io.windsock.site.snapshot.SnapshotFile;
import io.windsock.site.snapshot.SnapshotManifest;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** HTTP client for other sites' snapshots. Owned by one thread, which may be interrupted. */
final class PeerClient {
  /** Limits on waiting for another site. */
  record Patience(Duration answer, Duration stall, Duration busy, long leastBytesPerSecond) {
    static Patience standard() {
      Duration seconds = Duration.ofSeconds(10);
      return new Patience(seconds, seconds, Duration.ofMinutes(10), 64 * 1024);
    }

    /** For a site that can read the log instead. */
    static Patience brief() {
      Duration stall = Duration.ofSeconds(10);
      return new Patience(Duration.ofSeconds(3), stall, Duration.ofMinutes(1), 64 * 1024);
    }
  }

  /** Follows the transfer of a file, on the client's thread. */
  interface Transfer {
    /** So many bytes are loaded; called now and then. */
    void loaded(long bytes);

    /** The peer serves too many others. Returns whether to wait for it. */
    boolean waits(Duration soFar);
  }

  private static final long LOOK_MS = 100;
  private static final int OK = 200;
  private static final int BUSY = 503;

  /** How often a busy peer is asked again. */
  private static final long BUSY_MS = 1_000;

  private final Patience patience;
  private final RemoteKind kind;

  PeerClient(Patience patience) {
    this.patience = patience;
    kind =
        new RemoteKind(
            "site",
            "http://127.0.0.1:8080",
            "ask another",
            patience.answer(),
            ManifestJson.MAX_BYTES);
  }

  /** The newest snapshot of the site at {@code url}. */
  SnapshotManifest manifest(String url) throws JoinException, InterruptedException {
    try {
      Reply answer = new Remote(kind, url).ask("/v1/snapshot");
      if (!answer.ok()) {
        throw new JoinException(url + " has no snapshot: it answers " + answer.status());
      }
      return ManifestJson.read(answer.response().body());
    } catch (ConfigurationException e) {
      throw new JoinException(url + " can't be asked: " + e.getMessage(), e);
    } catch (RemoteException e) {
      throw new JoinException(url + " does not answer: " + e.reason(), e);
    } catch (IllegalArgumentException e) {
      throw new JoinException(url + " did not answer with a manifest: " + e.getMessage(), e);
    }
  }

  private static String cause(Exception e) {
    return e instanceof ExecutionException && e.getCause() != null
        ? e.getCause().toString()
        : e.toString();
  }

  /**
   * Loads one file of a snapshot and syncs it. A peer that serves too many others may be asked
   * again for a while.
   */
  void load(String url, long number, SnapshotFile file, Path target, Transfer transfer)
      throws JoinException, InterruptedException {
    if (file.bytes() == 0) {
      empty(target);
      return;
    }
    long startNs = System.nanoTime();
    String path = "/v1/snapshot/" + number + "/files/" + file.name();
    int status = ask(url, path, file, target, transfer);
    while (status == BUSY && waits(transfer, startNs)) {
      Thread.sleep(BUSY_MS);
      status = ask(url, path, file, target, transfer);
    }
    if (status != OK) {
      throw new JoinException(url + path + " is not served: " + status);
    }
  }

  private boolean waits(Transfer transfer, long startNs) {
    Duration waited = Duration.ofNanos(System.nanoTime() - startNs);
    return waited.compareTo(patience.busy()) < 0 && transfer.waits(waited);
  }

  /** Loads a file if the peer answers with it; returns the status of the answer. */
  private int ask(String url, String path, SnapshotFile file, Path target, Transfer transfer)
      throws JoinException, InterruptedException {
    Remote peer = new Remote(kind, url);
    String from = peer.url() + path;
    BodyHandler<Path> exact =
        head -> {
          long length = head.headers().firstValueAsLong("Content-Length").orElse(-1);
          return head.statusCode() == OK && length == file.bytes()
              ? BodySubscribers.ofFile(target)
              : BodySubscribers.replacing(target);
        };
    CompletableFuture<HttpResponse<Path>> asked = peer.send(peer.request(path), exact);
    try {
      HttpResponse<Path> answer = await(asked, file, target, transfer);
      if (answer.statusCode() != OK) {
        return answer.statusCode();
      }
      if (size(target) != file.bytes()) {
        throw new JoinException(from + " is not " + file.bytes() + " bytes");
      }
      sync(target);
      transfer.loaded(file.bytes());
      return OK;
    } catch (ExecutionException | TimeoutException | IOException e) {
      throw new JoinException(from + " could not be loaded: " + cause(e), e);
    } finally {
      asked.cancel(true);
    }
  }

  private static void empty(Path target) throws JoinException {
    try {
      Files.createFile(target);
    } catch (IOException e) {
      throw new JoinException(target + " can't be written: " + e, e);
    }
  }

  /** Waits as long as the transfer advances fast enough. */
  private HttpResponse<Path> await(
      CompletableFuture<HttpResponse<Path>> asked,
      SnapshotFile file,
      Path target,
      Transfer transfer)
      throws ExecutionException, InterruptedException, TimeoutException {
    long startNs = System.nanoTime();
    long allMs =
        patience.answer().toMillis() + 1000 * (file.bytes() / patience.leastBytesPerSecond());
    long lastBytes = 0;
    long lastNs = startNs;
    while (true) {
      try {
        return asked.get(LOOK_MS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        long bytes = size(target);
        long nowNs = System.nanoTime();
        if (bytes > lastBytes) {
          lastBytes = bytes;
          lastNs = nowNs;
          transfer.loaded(bytes);
        }
        if (nowNs - lastNs > patience.stall().toNanos()) {
          throw new TimeoutException("nothing came for " + patience.stall().toMillis() + " ms");
        }
        if (nowNs - startNs > TimeUnit.MILLISECONDS.toNanos(allMs)) {
          throw new TimeoutException("only " + bytes + " bytes within " + allMs + " ms");
        }
      }
    }
  }

  private static long size(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  private static void sync(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }
}
