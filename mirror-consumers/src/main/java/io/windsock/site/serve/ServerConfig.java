package io.windsock.site.serve;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.platform.http.ConnectionBounds;
import io.windsock.platform.http.Hosts;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.http.Workers;
import io.windsock.platform.link.LinkBounds;
import java.time.Duration;
import java.util.List;

/**
 * Address and bounds of a site's HTTP server. Immutable; validated when created.
 *
 * @param host address to listen on
 * @param port port to listen on; 0 for any free port
 * @param allowedHosts host names that clients may use, besides those built into {@link Hosts}
 * @param connections bounds of connections and requests
 * @param views bounds of views and their cache
 * @param streams bounds of SSE streams
 * @param calls port and bounds of links, over which calls come in batches
 */
public record ServerConfig(
    String host,
    int port,
    List<String> allowedHosts,
    ConnectionBounds connections,
    Views views,
    Streams streams,
    Calls calls) {
  private static final int MAX_PORT = 65_535;

  /** Validates the bounds and reports every fault. */
  public ServerConfig {
    allowedHosts = List.copyOf(allowedHosts);
    ConfigCheck check = new ConfigCheck("http");
    HttpConfig.check(check, host, port, allowedHosts, connections);
    views.check(check);
    streams.check(check);
    calls.check(check);
    check.done();
  }

  /** A configuration with the default bounds. */
  public static ServerConfig at(String host, int port) {
    return at(host, port, List.of());
  }

  /** A configuration with the default bounds and additional host names. */
  public static ServerConfig at(String host, int port, List<String> allowedHosts) {
    return new ServerConfig(
        host,
        port,
        allowedHosts,
        ConnectionBounds.standard(),
        Views.standard(),
        Streams.standard(),
        Calls.standard());
  }

  /** A copy with another port for links, and other watermarks on the calls that come over them. */
  public ServerConfig calls(int linkPort, Watermarks keyCalls, Watermarks viewCalls) {
    return new ServerConfig(
        host,
        port,
        allowedHosts,
        connections,
        views,
        streams,
        calls.with(linkPort, keyCalls, viewCalls));
  }

  /** The address, the host names, and the bounds of connections. */
  public HttpConfig http() {
    return new HttpConfig(host, port, allowedHosts, connections);
  }

  /**
   * Bounds of views and their cache.
   *
   * @param cacheBytes the most bytes of all encoded views; the least recently used are evicted
   * @param entryBytes the most bytes of one encoded view; a bigger one is sent page by page
   * @param unused how long an unused encoded view is kept
   * @param maxLimit the greatest {@code limit=}
   * @param maxKeyBytes the greatest length of a key, and of a view's parameter
   * @param scanThreads the number of threads that read and encode state
   * @param waitingScans the most reads that wait for one of them
   * @param bigThreads the most big views sent at once
   * @param waitingBig the most big views that wait to be sent
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
    /** The default bounds. */
    public static Views standard() {
      return new Views(
          64L << 20,
          8 << 20,
          Duration.ofSeconds(30),
          1_000_000,
          BatchBounds.MAX_TEXT_BYTES,
          2,
          20_000,
          4,
          64);
    }

    /** The bounds of the threads that read and encode. */
    public Workers.Bounds workers() {
      return new Workers.Bounds(scanThreads, waitingScans, bigThreads, waitingBig);
    }

    private void check(ConfigCheck check) {
      check.positive("views.cacheBytes", cacheBytes);
      check.positive("views.entryBytes", entryBytes);
      check.positive("views.unused", unused);
      check.positive("views.maxLimit", maxLimit);
      check.positive("views.maxKeyBytes", maxKeyBytes);
      check.positive("views.scanThreads", scanThreads);
      check.positive("views.waitingScans", waitingScans);
      check.positive("views.bigThreads", bigThreads);
      check.positive("views.waitingBig", waitingBig);
    }
  }

  /**
   * Bounds of SSE streams.
   *
   * @param maxClients the most streams open at once
   * @param heartbeat the time between two reports of a stream's position
   * @param patience how long a client waits for a site that is behind its token
   * @param retry the delay that clients are told to wait before they reconnect
   * @param softBytes unsent bytes of one client above which its queue is conflated by key
   * @param hardBytes unsent bytes of one client at which it is disconnected
   * @param stall how long a client of a stream, or of a view sent page by page, may take no data
   *     before it is disconnected; see {@link ConnectionBounds#slowestBytesPerSecond}
   * @param unsentBytes unsent bytes of all clients at which the next slow one is disconnected
   * @param partBytes bytes of changes read for resuming clients and not yet sent, at which the next
   *     read waits
   */
  public record Streams(
      int maxClients,
      Duration heartbeat,
      Duration patience,
      Duration retry,
      int softBytes,
      int hardBytes,
      Duration stall,
      long unsentBytes,
      long partBytes) {
    /** The default bounds. */
    public static Streams standard() {
      return new Streams(
          10_000,
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          256 << 10,
          4 << 20,
          Duration.ofSeconds(20),
          256L << 20,
          64L << 20);
    }

    private void check(ConfigCheck check) {
      check.positive("streams.maxClients", maxClients);
      check.positive("streams.heartbeat", heartbeat);
      check.positive("streams.patience", patience);
      check.positive("streams.retry", retry);
      check.positive("streams.softBytes", softBytes);
      check.holds(
          hardBytes >= softBytes,
          "streams.hardBytes",
          hardBytes,
          "at least streams.softBytes (" + softBytes + ")");
      check.positive("streams.stall", stall);
      check.positive("streams.unsentBytes", unsentBytes);
      check.positive("streams.partBytes", partBytes);
    }
  }

  /**
   * Port and bounds of the links over which gateways send calls in batches. The watermarks are
   * those of Friedman and Birman, "Using Group Communication Technology to Implement a Reliable and
   * Scalable Distributed IN Coprocessor", section 3.4, for each kind of call.
   *
   * @param port port to listen on, at the server's host; 0 for any free port
   * @param keys pending calls for keys
   * @param views pending calls for views
   * @param threads the number of threads that read keys for calls
   * @param patience how long a call waits for a site that is behind the caller's position
   * @param margin the part of a call's time that is left for the way back, so that it waits no
   *     longer than its deadline less this
   * @param link bounds of the links
   */
  public record Calls(
      int port,
      Watermarks keys,
      Watermarks views,
      int threads,
      Duration patience,
      Duration margin,
      LinkBounds link) {
    /** The default bounds. */
    public static Calls standard() {
      return new Calls(
          0,
          Watermarks.KEYS,
          Watermarks.VIEWS,
          2,
          Duration.ofMillis(50),
          Duration.ofMillis(10),
          LinkBounds.standard());
    }

    Calls with(int otherPort, Watermarks keyCalls, Watermarks viewCalls) {
      return new Calls(otherPort, keyCalls, viewCalls, threads, patience, margin, link);
    }

    private void check(ConfigCheck check) {
      check.range("calls.port", port, 0, MAX_PORT);
      keys.check(check, "calls.keys");
      views.check(check, "calls.views");
      check.positive("calls.threads", threads);
      check.positive("calls.patience", patience);
      check.positive("calls.margin", margin);
    }
  }

  /**
   * The bounds of pending calls of one kind. Above {@code high}, new ones are refused at once,
   * until {@code low} are left.
   *
   * @param high the most calls pending
   * @param low the calls pending at which new ones are accepted again
   */
  public record Watermarks(int high, int low) {
    /** The default for calls for keys. */
    public static final Watermarks KEYS = new Watermarks(4_000, 3_200);

    /** The default for calls for views. */
    public static final Watermarks VIEWS = new Watermarks(1_000, 800);

    /** Checks the bounds; {@code name} is what they are called. */
    public void check(ConfigCheck check, String name) {
      check.positive(name + ".high", high);
      check.holds(
          low >= 0 && low < high,
          name + ".low",
          low,
          "0 or more, and less than " + name + ".high (" + high + ")");
    }
  }
}
