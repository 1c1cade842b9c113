package io.windsock.link.transport;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Opens sessions with a receiver, each on a connection of its own. The files of TLS are read for
 * each of them. Any thread.
 */
public final class FrameClient implements AutoCloseable {
  private static final int CONNECT_MS = 5_000;

  /** What Vert.x says when the peer has closed the connection before it was made. */
  private static final String CLOSED = "Connection was closed";

  private final Context loop;
  private final HttpClientAgent http;
  private final String host;
  private final int port;
  private final @Nullable LinkTls tls;

  /**
   * Creates a client.
   *
   * @param vertx one with the options of {@link io.windsock.platform.net.EventLoops}
   * @param tls null for clear text, which is for tests on one machine
   */
  public FrameClient(Vertx vertx, String host, int port, @Nullable LinkTls tls) {
    this.host = host;
    this.port = port;
    this.tls = tls;
    loop = vertx.getOrCreateContext();
    http =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setUseAlpn(tls != null)
                .setHttp2ConnectionWindowSize(LineNames.WINDOW_BYTES)
                .setInitialSettings(
                    new Http2Settings()
                        .setPushEnabled(false)
                        .setInitialWindowSize(LineNames.WINDOW_BYTES)
                        .setMaxFrameSize(LineNames.HTTP_FRAME_BYTES))
                .setTcpNoDelay(true)
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setReadIdleTimeout(LineNames.SILENT_MS)
                .setConnectTimeout(CONNECT_MS));
  }

  /**
   * Opens a session, waiting until the receiver has opened it too.
   *
   * @throws LostException if it can't be opened; the message names the receiver and the reason
   * @throws io.windsock.contracts.config.ConfigurationException if a file of TLS can't be read, or
   *     the key is not the certificate's
   */
  public FrameSession open(Opening opening, Duration patience)
      throws LostException, InterruptedException {
    HttpConnectOptions peer =
        new HttpConnectOptions()
            .setHost(host)
            .setPort(port)
            .setSsl(tls != null)
            .setConnectTimeout(CONNECT_MS);
    if (tls != null) {
      peer.setSslOptions(tls.readPair().client());
    }
    FrameSession session = new FrameSession(loop, opening);
    loop.runOnContext(v -> connect(peer, session));
    try {
      var unused = session.awaitOpened(patience.toMillis());
      return session;
    } catch (LostException e) {
      session.close();
      throw new LostException(host + ":" + port + ": " + e.getMessage(), e.permanent());
    } catch (InterruptedException e) {
      session.close();
      throw e;
    }
  }

  private void connect(HttpConnectOptions peer, FrameSession session) {
    http.connect(peer)
        .onComplete(
            connected -> {
              if (connected.failed()) {
                session.lost("can't connect: " + reason(connected.cause()), false);
              } else {
                session.connected(connected.result());
              }
            });
  }

  private String reason(Throwable failure) {
    String reason = LineFault.describe(failure);
    if (!reason.equals(CLOSED)) {
      return reason;
    }
    return tls == null
        ? "the peer closed the connection: does it expect TLS?"
        : "the peer closed the connection: its log says whether it refuses the certificate";
  }

  /** Closes all connections. */
  @Override
  public void close() {
    var unused = http.close();
  }
}
