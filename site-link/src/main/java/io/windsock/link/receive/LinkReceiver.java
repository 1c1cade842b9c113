package io.windsock.link.receive;

import io.vertx.core.Vertx;
import io.windsock.link.pipeline.StageTimes;
import io.windsock.link.stage.CipherWarmUp;
import io.windsock.link.stage.RefusedFrameException.Reason;
import io.windsock.link.stats.ReceiverStats;
import io.windsock.link.transport.Frame;
import io.windsock.link.transport.FrameHandler;
import io.windsock.link.transport.FrameServer;
import io.windsock.link.transport.FrameStream;
import io.windsock.link.transport.Open;
import io.windsock.platform.net.EventLoops;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The receiver at the backup site: listens for senders, and runs a session for each. Several links
 * may have the same receiver. Any thread may call it.
 */
public final class LinkReceiver implements AutoCloseable {
  private final ReceiverConfig config;
  private final Vertx vertx;
  private final FrameServer server;
  private final ReceiverStats stats;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Map<FrameStream, ReceiverSession> sessions = new ConcurrentHashMap<>();

  private LinkReceiver(ReceiverConfig config) {
    this.config = config;
    stats = ReceiverStats.of(config.shape());
    vertx = Vertx.vertx(EventLoops.options(1));
    try {
      server = FrameServer.start(vertx, config.host(), config.port(), config.tls(), new Arrivals());
    } catch (RuntimeException e) {
      var unused = vertx.close();
      throw e;
    }
  }

  /**
   * Starts a receiver.
   *
   * @throws io.windsock.contracts.config.ConfigurationException if it can't listen
   */
  public static LinkReceiver start(ReceiverConfig config) {
    LinkReceiver receiver = new LinkReceiver(config);
    if (config.keys().encrypts()) {
      var unused = CipherWarmUp.start();
    }
    return receiver;
  }

  /** Begins, feeds and ends sessions. */
  private final class Arrivals implements FrameHandler {
    @Override
    public void open(FrameStream stream, Open open) {
      ReceiverSession session = new ReceiverSession(config, open, stream, stats);
      sessions.put(stream, session);
      session.start();
    }

    @Override
    public void frame(FrameStream stream, Frame frame) {
      ReceiverSession session = sessions.get(stream);
      if (session != null) {
        session.add(frame);
      }
    }

    @Override
    public void malformed(FrameStream stream) {
      stats.refused().add(Reason.MALFORMED);
    }

    @Override
    public void closed(FrameStream stream) {
      ReceiverSession session = sessions.remove(stream);
      if (session != null) {
        session.end();
      }
    }
  }

  /** Returns the port that it listens on. */
  public int port() {
    return server.port();
  }

  /** Returns how long each stage takes. */
  public StageTimes times() {
    return stats.times();
  }

  /** Returns what it counts. */
  public ReceiverStats stats() {
    return stats;
  }

  /** Returns the sessions that are open. */
  public List<OpenSession> sessions() {
    return sessions.values().stream().map(ReceiverSession::described).toList();
  }

  /**
   * Ends all sessions. What is not committed by then is sent again in the next one. May be called
   * more than once.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    for (ReceiverSession session : sessions.values()) {
      session.end();
    }
    try {
      for (ReceiverSession session : sessions.values()) {
        session.awaitEnd();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.close();
    var unused = vertx.close();
  }
}
