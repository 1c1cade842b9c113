package io.windsock.site.serve;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.platform.http.ConnectionBounds;
import io.windsock.platform.http.Hosts;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.http.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a site's HTTP server listens, and every bound that it keeps to. Immutable; checked when it
 * is made.
 *
 * @param host address to listen on
 * @param port port to listen on; 0: any that is free
 * @param allowedHosts names that clients may call it by, beside those that {@link Hosts} knows
 * @param connections bounds of connections and requests
 * @param views bounds of views and their cache
 * @param streams bounds of SSE streams
 */
public record ServerConfig(
    String host,
    int port,
    List<String> allowedHosts,
    ConnectionBounds connections,
    Views views,
    Streams streams) {

  /** Names every bound that can't be. */
  public ServerConfig {
    allowedHosts = List.copyOf(allowedHosts);
    List<Fault> faults = new ArrayList<>();
    HttpConfig.check(faults, host, port, allowedHosts, connections);
    views.check(faults);
    streams.check(faults);
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }

  /** The bounds as shipped. */
  public static ServerConfig at(String host, int port) {
    return at(host, port, List.of());
  }

  /** The bounds as shipped, and further names that clients may call it by. */
  public static ServerConfig at(String host, int port, List<String> allowedHosts) {
    return new ServerConfig(
        host,
        port,
        allowedHosts,
        ConnectionBounds.standard(),
        Views.standard(),
        Streams.standard());
  }

  /** Where it listens, its names, and the bounds of its connections. */
  public HttpConfig http() {
    return new HttpConfig(host, port, allowedHosts, connections);
  }

  /**
   * Bounds of views and their cache.
   *
   * @param cacheBytes all encoded views together; the least recently used go first
   * @param entryBytes one encoded view; a bigger one is not kept but sent page by page
   * @param unused how long an encoded view is kept that nobody asks for
   * @param maxLimit the greatest {@code limit=}
   * @param maxKeyBytes length of a key, and of a view's parameter
   * @param scanThreads threads that read and encode state
   * @param waitingScans reads waiting for one of them
   * @param bigThreads big views sent at once
   * @param waitingBig those waiting for their turn
   */
  public record Views(
      long cacheBytes,
      int entryBytes,
      Duration unused,
      int maxLimit,
      int maxKeyBytes,
      int scanThreads,
      int waitingScans,
      int bigThreads,
      int waitingBig) {
    /** As shipped. */
    public static Views standard() {
      return new Views(
          64L << 20, 8 << 20, Duration.ofSeconds(30), 1_000_000, 256, 2, 20_000, 4, 64);
    }

    /** The threads that read and encode. */
    public Workers.Bounds workers() {
      return new Workers.Bounds(scanThreads, waitingScans, bigThreads, waitingBig);
    }

    private void check(List<Fault> faults) {
      HttpConfig.positive(faults, "views.cacheBytes", cacheBytes);
      HttpConfig.positive(faults, "views.entryBytes", entryBytes);
      HttpConfig.positive(faults, "views.unused", unused);
      HttpConfig.positive(faults, "views.maxLimit", maxLimit);
      HttpConfig.positive(faults, "views.maxKeyBytes", maxKeyBytes);
      HttpConfig.positive(faults, "views.scanThreads", scanThreads);
      HttpConfig.positive(faults, "views.waitingScans", waitingScans);
      HttpConfig.positive(faults, "views.bigThreads", bigThreads);
      HttpConfig.positive(faults, "views.waitingBig", waitingBig);
    }
  }

  /**
   * Bounds of SSE streams.
   *
   * @param maxClients streams open at once
   * @param heartbeat how often a stream says where it stands
   * @param patience how long a client waits for a site that is behind its token
   * @param retry what clients are told to wait before they reconnect
   * @param softBytes unsent bytes of one client above which its queue is conflated by key
   * @param hardBytes unsent bytes of one client at which it is cut
   * @param stall how long a client may take nothing before it is cut, of a stream or of a view that
   *     is sent page by page; see {@link ConnectionBounds#slowestBytesPerSecond}
   * @param unsentBytes unsent bytes of all clients together at which the next slow one is cut
   */
  public record Streams(
      int maxClients,
      Duration heartbeat,
      Duration patience,
      Duration retry,
      int softBytes,
      int hardBytes,
      Duration stall,
      long unsentBytes) {
    /** As shipped. */
    public static Streams standard() {
      return new Streams(
          10_000,
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          256 << 10,
          4 << 20,
          Duration.ofSeconds(20),
          256L << 20);
    }

    private void check(List<Fault> faults) {
      HttpConfig.positive(faults, "streams.maxClients", maxClients);
      HttpConfig.positive(faults, "streams.heartbeat", heartbeat);
      HttpConfig.positive(faults, "streams.patience", patience);
      HttpConfig.positive(faults, "streams.retry", retry);
      HttpConfig.positive(faults, "streams.softBytes", softBytes);
      HttpConfig.check(
          faults,
          hardBytes >= softBytes,
          "streams.hardBytes",
          hardBytes,
          "at least streams.softBytes (" + softBytes + ")");
      HttpConfig.positive(faults, "streams.stall", stall);
      HttpConfig.positive(faults, "streams.unsentBytes", unsentBytes);
    }
  }
}
