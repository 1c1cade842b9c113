package io.windsock.site.testing;

import io.windsock.platform.http.ConnectionBounds;
import io.windsock.site.serve.ServerConfig;
import java.time.Duration;
import java.util.List;

/** Server configurations that tests need: the bounds as shipped, but for what they are about. */
public final class TestConfig {
  private ConnectionBounds connections = ConnectionBounds.standard();
  private ServerConfig.Views views = ServerConfig.Views.standard();
  private ServerConfig.Streams streams = ServerConfig.Streams.standard();

  private ServerConfig.Calls calls = ServerConfig.Calls.standard();

  /** As shipped. */
  public TestConfig() {}

  /**
   * Other bounds of connections and requests; a request may take to arrive, and its client to take
   * anything of the answer, as long as a connection idles.
   */
  public TestConfig connections(int max, int maxUriBytes, int maxKeyBytes, Duration idle) {
    connections =
        new ConnectionBounds(
            max,
            maxUriBytes,
            connections.maxHeaderBytes(),
            idle,
            idle,
            idle,
            connections.sendBufferBytes());
    views = views(views.cacheBytes(), views.entryBytes(), views.unused(), maxKeyBytes);
    return this;
  }

  /** Other times that clients may take nothing: of an answer, and of a stream or a big view. */
  public TestConfig stall(Duration stall, Duration ofStreams) {
    connections =
        new ConnectionBounds(
            connections.max(),
            connections.maxUriBytes(),
            connections.maxHeaderBytes(),
            connections.idle(),
            stall,
            connections.arrival(),
            connections.sendBufferBytes());
    return times(streams.heartbeat(), streams.patience(), ofStreams);
  }

  /** Another buffer of the kernel's for unsent bytes. */
  public TestConfig sendBufferBytes(int bytes) {
    connections =
        new ConnectionBounds(
            connections.max(),
            connections.maxUriBytes(),
            connections.maxHeaderBytes(),
            connections.idle(),
            connections.stall(),
            connections.arrival(),
            bytes);
    return this;
  }

  /** Other bounds of the views' cache. */
  public TestConfig cache(long cacheBytes, int entryBytes, Duration unused) {
    views = views(cacheBytes, entryBytes, unused, views.maxKeyBytes());
    return this;
  }

  /** Another number of big views sent at once. */
  public TestConfig bigViews(int atOnce) {
    views =
        new ServerConfig.Views(
            views.cacheBytes(),
            views.entryBytes(),
            views.unused(),
            views.maxLimit(),
            views.maxKeyBytes(),
            views.scanThreads(),
            views.waitingScans(),
            atOnce,
            views.waitingBig());
    return this;
  }

  private ServerConfig.Views views(
      long cacheBytes, int entryBytes, Duration unused, int maxKeyBytes) {
    return new ServerConfig.Views(
        cacheBytes,
        entryBytes,
        unused,
        views.maxLimit(),
        maxKeyBytes,
        views.scanThreads(),
        views.waitingScans(),
        views.bigThreads(),
        views.waitingBig());
  }

  /** Other times of streams. */
  public TestConfig times(Duration heartbeat, Duration patience, Duration stall) {
    streams =
        new ServerConfig.Streams(
            streams.maxClients(),
            heartbeat,
            patience,
            streams.retry(),
            streams.softBytes(),
            streams.hardBytes(),
            stall,
            streams.unsentBytes(),
            streams.partBytes());
    return this;
  }

  /** Other bounds of streams. */
  public TestConfig streams(int maxClients, int softBytes, int hardBytes) {
    streams =
        new ServerConfig.Streams(
            maxClients,
            streams.heartbeat(),
            streams.patience(),
            streams.retry(),
            softBytes,
            hardBytes,
            streams.stall(),
            streams.unsentBytes(),
            streams.partBytes());
    return this;
  }

  /** Another bound of changes read for resuming clients and not yet sent. */
  public TestConfig partBytes(long bytes) {
    streams =
        new ServerConfig.Streams(
            streams.maxClients(),
            streams.heartbeat(),
            streams.patience(),
            streams.retry(),
            streams.softBytes(),
            streams.hardBytes(),
            streams.stall(),
            streams.unsentBytes(),
            bytes);
    return this;
  }

  /** Other watermarks of calls. */
  public TestConfig watermarks(ServerConfig.Watermarks keys, ServerConfig.Watermarks views) {
    calls =
        new ServerConfig.Calls(
            calls.port(),
            keys,
            views,
            calls.threads(),
            calls.patience(),
            calls.margin(),
            calls.link());
    return this;
  }

  /** The configuration, on any free port of the loopback address. */
  public ServerConfig build() {
    return new ServerConfig("127.0.0.1", 0, List.of(), connections, views, streams, calls);
  }
}
