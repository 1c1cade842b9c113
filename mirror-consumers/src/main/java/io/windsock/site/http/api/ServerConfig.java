package io.windsock.site.http.api;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a site's HTTP server listens, and every bound that it keeps to. Immutable; checked when it
 * is made.
 *
 * @param host address to listen on
 * @param port port to listen on; 0: any that is free
 * @param connections bounds of connections and requests
 * @param views bounds of views and their cache
 * @param streams bounds of SSE streams
 */
public record ServerConfig(
    String host, int port, Connections connections, Views views, Streams streams) {

  /** Names every bound that can't be. */
  public ServerConfig {
    List<Fault> faults = new ArrayList<>();
    check(faults, !host.isBlank(), "host", host, "name an address, such as 127.0.0.1");
    check(faults, port >= 0 && port <= 65535, "port", port, "0 to 65535");
    connections.check(faults);
    views.check(faults);
    streams.check(faults);
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }

  /** The bounds as shipped. */
  public static ServerConfig at(String host, int port) {
    return new ServerConfig(
        host, port, Connections.standard(), Views.standard(), Streams.standard());
  }

  private static void check(
      List<Fault> faults, boolean holds, String name, Object value, String remedy) {
    if (!holds) {
      faults.add(new Fault("http." + name, "is " + value + "; it must be " + remedy));
    }
  }

  private static void positive(List<Fault> faults, String name, long value) {
    check(faults, value > 0, name, value, "greater than 0");
  }

  private static void positive(List<Fault> faults, String name, Duration value) {
    check(faults, value.toMillis() > 0, name, value, "at least a millisecond");
  }

  /**
   * Bounds of connections and requests.
   *
   * @param max connections open at once
   * @param maxUriBytes length of a request's target
   * @param maxHeaderBytes length of all of a request's headers
   * @param maxKeyBytes length of a key, and of a view's parameter
   * @param idle how long a connection may lie idle between requests, or take to send one
   * @param sendBufferBytes the kernel's buffer for each connection's unsent bytes
   */
  public record Connections(
      int max,
      int maxUriBytes,
      int maxHeaderBytes,
      int maxKeyBytes,
      Duration idle,
      int sendBufferBytes) {
    /** As shipped. */
    public static Connections standard() {
      return new Connections(20_000, 8192, 16_384, 256, Duration.ofSeconds(30), 256 << 10);
    }

    private void check(List<Fault> faults) {
      positive(faults, "connections.max", max);
      positive(faults, "connections.maxUriBytes", maxUriBytes);
      positive(faults, "connections.maxHeaderBytes", maxHeaderBytes);
      positive(faults, "connections.maxKeyBytes", maxKeyBytes);
      positive(faults, "connections.idle", idle);
      positive(faults, "connections.sendBufferBytes", sendBufferBytes);
    }
  }

  /**
   * Bounds of views and their cache.
   *
   * @param cacheBytes all encoded views together; the least recently used go first
   * @param entryBytes one encoded view; a bigger one is not kept but sent page by page
   * @param unused how long an encoded view is kept that nobody asks for
   * @param maxLimit the greatest {@code limit=}
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
      int scanThreads,
      int waitingScans,
      int bigThreads,
      int waitingBig) {
    /** As shipped. */
    public static Views standard() {
      return new Views(64L << 20, 8 << 20, Duration.ofSeconds(30), 1_000_000, 2, 20_000, 4, 64);
    }

    private void check(List<Fault> faults) {
      positive(faults, "views.cacheBytes", cacheBytes);
      positive(faults, "views.entryBytes", entryBytes);
      positive(faults, "views.unused", unused);
      positive(faults, "views.maxLimit", maxLimit);
      positive(faults, "views.scanThreads", scanThreads);
      positive(faults, "views.waitingScans", waitingScans);
      positive(faults, "views.bigThreads", bigThreads);
      positive(faults, "views.waitingBig", waitingBig);
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
   * @param stall how long a client may take nothing before it is cut
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
          Duration.ofSeconds(10),
          256L << 20);
    }

    private void check(List<Fault> faults) {
      positive(faults, "streams.maxClients", maxClients);
      positive(faults, "streams.heartbeat", heartbeat);
      positive(faults, "streams.patience", patience);
      positive(faults, "streams.retry", retry);
      positive(faults, "streams.softBytes", softBytes);
      ServerConfig.check(
          faults,
          hardBytes >= softBytes,
          "streams.hardBytes",
          hardBytes,
          "at least streams.softBytes (" + softBytes + ")");
      positive(faults, "streams.stall", stall);
      positive(faults, "streams.unsentBytes", unsentBytes);
    }
  }
}
