package io.windsock.site.join;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.windsock.site.snapshot.ManifestJson;
import io.windsock.site.snapshot.SnapshotManifest;
import io.windsock.site.snapshot.SnapshotSource;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A peer that serves snapshots as a site does, or badly. */
public final class FakePeer implements AutoCloseable {
  /** How it treats a file. */
  public interface Service {
    void send(HttpExchange exchange, byte[] file) throws IOException, InterruptedException;
  }

  static final Service WELL =
      (exchange, file) -> {
        exchange.sendResponseHeaders(200, file.length);
        exchange.getResponseBody().write(file);
      };

  public static final Service CORRUPTED =
      (exchange, file) -> {
        byte[] other = file.clone();
        other[other.length / 2] ^= 1;
        WELL.send(exchange, other);
      };

  static final Service CUT_SHORT =
      (exchange, file) -> {
        exchange.sendResponseHeaders(200, file.length);
        exchange.getResponseBody().write(file, 0, file.length / 2);
        exchange.getResponseBody().flush();
        throw new IOException("gone");
      };

  static final Service STALLED =
      (exchange, file) -> {
        exchange.sendResponseHeaders(200, file.length);
        exchange.getResponseBody().write(file, 0, file.length / 2);
        exchange.getResponseBody().flush();
        Thread.sleep(60_000);
      };

  static final Service TRICKLING =
      (exchange, file) -> {
        exchange.sendResponseHeaders(200, file.length);
        try (OutputStream body = exchange.getResponseBody()) {
          for (byte b : file) {
            body.write(b);
            body.flush();
            Thread.sleep(50);
          }
        }
      };

  static final Service LONGER =
      (exchange, file) -> {
        exchange.sendResponseHeaders(200, file.length + 1);
        exchange.getResponseBody().write(file);
        exchange.getResponseBody().write(0);
      };

  final AtomicInteger files = new AtomicInteger();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final SnapshotSource source;
  private final Service service;

  /** The file that is treated so; null: all of them. */
  private final @Nullable String suffix;

  /**
   * A peer that listens on a free port.
   *
   * @param suffix of the names of the files that are treated so; null for all of them
   */
  public FakePeer(SnapshotSource source, Service service, @Nullable String suffix)
      throws IOException {
    this.source = source;
    this.service = service;
    this.suffix = suffix;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/v1/snapshot", this::handle);
    server.start();
  }

  /** Its base URL. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** How many files it was asked for. */
  public int asked() {
    return files.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String[] path = exchange.getRequestURI().getPath().split("/", -1);
      SnapshotManifest latest = source.latest();
      if (path.length == 3 && latest != null) {
        WELL.send(exchange, ManifestJson.write(latest));
      } else if (path.length == 6) {
        file(exchange, source.file(Long.parseLong(path[3]), path[5]));
      } else {
        exchange.sendResponseHeaders(404, -1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void file(HttpExchange exchange, @Nullable Path file)
      throws IOException, InterruptedException {
    if (file == null) {
      exchange.sendResponseHeaders(404, -1);
      return;
    }
    files.incrementAndGet();
    boolean so = suffix == null || file.toString().endsWith(suffix);
    (so ? service : WELL).send(exchange, Files.readAllBytes(file));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
