package io.windsock.site.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windsock.contracts.position.Token;
import io.windsock.site.snapshot.SnapshotFile;
import io.windsock.site.snapshot.SnapshotManifest;
import io.windsock.site.snapshot.SnapshotSource;
import io.windsock.site.testing.AppliedLog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Number 7, of a small file and one that no socket's buffers hold. */
final class OneSnapshot implements SnapshotSource {
  static final String BIG = "000009.sst";
  static final long BIG_BYTES = 256L << 20;

  private final Path dir;
  private final SnapshotManifest manifest;
  private final AtomicInteger held = new AtomicInteger();

  OneSnapshot(Path dir) throws IOException {
    this.dir = dir;
    Files.writeString(dir.resolve("CURRENT"), "MANIFEST-000005\n");
    Files.writeString(dir.resolve("LOCK"), "secret");
    try (RandomAccessFile big = new RandomAccessFile(dir.resolve(BIG).toFile(), "rw")) {
      big.setLength(BIG_BYTES);
    }
    manifest =
        new SnapshotManifest(
            7,
            new Token(1, new long[] {5, 6}),
            "d",
            2,
            AppliedLog.STAMP,
            2,
            List.of(new SnapshotFile("CURRENT", 16), new SnapshotFile(BIG, BIG_BYTES)));
  }

  @Override
  public SnapshotManifest latest() {
    return manifest;
  }

  @Override
  public @Nullable Path file(long number, String name) {
    return number == 7 && manifest.has(name) ? dir.resolve(name) : null;
  }

  @Override
  public Runnable hold(long number) {
    held.incrementAndGet();
    return held::decrementAndGet;
  }

  /** The number of files being loaded. */
  int held() {
    return held.get();
  }

  /** As many clients as may load at once, who read nothing but the first bytes. */
  Readers occupy(int port) throws IOException {
    return new Readers(port);
  }

  /** Clients that stall. */
  static final class Readers implements AutoCloseable {
    private final List<Socket> sockets = new ArrayList<>();

    private Readers(int port) throws IOException {
      for (int i = 0; i < SnapshotEndpoint.MAX_DOWNLOADS; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        String get = "GET /v1/snapshot/7/files/" + BIG + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(get.getBytes(UTF_8));
      }
    }

    boolean allServed() throws IOException {
      for (Socket socket : sockets) {
        if (socket.getInputStream().available() == 0) {
          return false;
        }
      }
      return true;
    }

    @Override
    public void close() {
      for (Socket socket : sockets) {
        try {
          socket.close();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
