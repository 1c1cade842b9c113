package io.windsock.site.batch;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.windsock.platform.net.EventLoops;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event loops of a site's calls. They are not those of HTTP, so that calls, and the heartbeats
 * by which gateways know that the site lives, do not wait while displays connect. Any thread may
 * use it.
 */
public final class CallLoops implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CallLoops.class);
  private static final int COUNT = 2;
  private static final long CLOSE_SECONDS = 10;

  private final Vertx vertx = Vertx.vertx(EventLoops.options(COUNT));
  private final List<Context> contexts =
      Stream.generate(() -> EventLoops.next(vertx)).limit(COUNT).toList();

  /** Returns the event loops. */
  public List<Context> contexts() {
    return contexts;
  }

  /** Ends the event loops; what uses them is to be closed before. */
  @Override
  public void close() {
    try {
      vertx.close().toCompletionStage().toCompletableFuture().get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("the event loops of calls did not end in order", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
