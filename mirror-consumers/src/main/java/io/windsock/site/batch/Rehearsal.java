package io.windsock.site.batch;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.platform.link.RehearsalCalls;
import io.windsock.platform.net.EventLoops;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.progress.Readiness;
import io.windsock.site.query.Queries;
import io.windsock.site.serve.CurrentPosition;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.state.SiteSnapshot;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link RehearsalCalls} that a process makes to itself before its site serves anyone. They go over
 * loopback to a service of their own, which reads the site's state.
 *
 * <pre>
 *  RehearsalCalls ──link──▶ CallService, CallDesk ──▶ KeyJob ──▶ the site's state
 * </pre>
 */
public final class Rehearsal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
  private static final Readiness READY =
      new Readiness(Readiness.Service.CURRENT, "rehearses calls", 0);
  private static final int KEYS = 1_000;

  /** Asked for where there is no key yet: that warms all but the reading. */
  private static final List<String> ABSENT = List.of("rehearsal");

  private final Deque<AutoCloseable> started = new ArrayDeque<>(); // the last one first
  private final RehearsalCalls calls;

  private Rehearsal(ServedSite site, Queries queries, CurrentPosition position) {
    try {
      ServerConfig config = ServerConfig.at("127.0.0.1", 0);
      Metrics unread = started(new Metrics());
      Vertx vertx = Vertx.vertx(EventLoops.options(2));
      started(() -> vertx.close().toCompletionStage().toCompletableFuture().join());
      List<Context> loops = List.of(EventLoops.next(vertx));
      CallService service =
          started(
              new CallService(
                  site, () -> readiness(site), config, queries, position, loops, unread));
      service.listen();
      Context caller = EventLoops.next(vertx);
      calls = started(new RehearsalCalls(caller, config.calls().link(), service.url(), keys(site)));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private <T extends AutoCloseable> T started(T part) {
    started.push(part);
    return part;
  }

  /** A site whose state has a fault answers no calls: each would fail, and be logged. */
  private static Readiness readiness(ServedSite site) {
    return switch (site.phase()) {
      case CATCHING_UP, LIVE -> READY;
      default -> site.readiness();
    };
  }

  /** Returns some of the state's keys that can be asked for. */
  private static List<String> keys(ServedSite site) {
    List<String> keys = new ArrayList<>();
    try (SiteSnapshot snapshot = site.snapshot()) {
      snapshot.all(
          (key, state) -> {
            if (key.length > 0 && key.length <= BatchBounds.MAX_TEXT_BYTES) {
              keys.add(new String(key, StandardCharsets.UTF_8));
            }
            return keys.size() < KEYS;
          });
    }
    return keys.isEmpty() ? ABSENT : keys;
  }

  /**
   * Makes the calls. A site can do without: whatever goes wrong is logged.
   *
   * @param most how long it takes at most, more than zero
   * @return how many were answered; 0 if not all were in time
   */
  public static int of(ServedSite site, Queries queries, CurrentPosition position, Duration most)
      throws InterruptedException {
    long beganNs = System.nanoTime();
    try (Rehearsal rehearsal = new Rehearsal(site, queries, position)) {
      int calls = rehearsal.calls.make(most);
      long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
      LOG.info("{}: rehearsed with {} calls in {} ms", site.name(), calls, tookMs);
      return calls;
    } catch (TimeoutException e) {
      LOG.info("{}: rehearsed for {} ms", site.name(), most.toMillis());
    } catch (ExecutionException | RuntimeException e) {
      LOG.warn("{}: goes without a rehearsal: {}", site.name(), e.toString());
    }
    return 0;
  }

  @Override
  public void close() {
    for (AutoCloseable part : started) {
      try {
        part.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        LOG.warn("a part of a rehearsal was not closed in order", e);
      }
    }
  }
}
