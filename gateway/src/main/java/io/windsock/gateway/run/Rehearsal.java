package io.windsock.gateway.run;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.discover.KnownMembers;
import io.windsock.platform.link.LinkServer;
import io.windsock.platform.link.RehearsalCalls;
import io.windsock.platform.net.EventLoops;
import io.windsock.platform.telemetry.Metrics;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link RehearsalCalls} that a process makes to itself before its gateway takes any: without them,
 * a gateway that joins others delays its share of their calls. They go over loopback through a
 * relay of their own, with a core that knows one site, {@link RehearsalSite}.
 *
 * <pre>
 *  RehearsalCalls ──link──▶ CallRelay ──link──▶ RehearsalSite
 * </pre>
 */
final class Rehearsal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
  private static final String LOOPBACK = "127.0.0.1";
  private static final List<String> KEYS =
      IntStream.range(0, 1_000).mapToObj(i -> "key-" + i).toList();

  private final String gateway;
  private final Deque<AutoCloseable> started = new ArrayDeque<>(); // the last one first
  private final RehearsalCalls calls;

  private Rehearsal(GatewayConfig config) {
    gateway = config.name();
    try {
      Metrics unread = started(new Metrics());
      Vertx vertx = Vertx.vertx(EventLoops.options(2));
      started(() -> vertx.close().toCompletionStage().toCompletableFuture().join());
      LinkServer site =
          started(
              LinkServer.start(
                  List.of(EventLoops.next(vertx)),
                  LOOPBACK,
                  0,
                  config.links(),
                  loop -> new RehearsalSite()));
      CallRelay relay = started(new CallRelay(config.onLoopback(), RehearsalCalls.CALLER, unread));
      relay.known(() -> new KnownMembers(List.of(RehearsalSite.at(site)), List.of()));
      Context caller = EventLoops.next(vertx);
      calls = started(new RehearsalCalls(caller, config.links(), relay.url(), KEYS));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private <T extends AutoCloseable> T started(T part) {
    started.push(part);
    return part;
  }

  /**
   * Makes the calls. A gateway can do without: whatever goes wrong is logged.
   *
   * @return how many were answered; 0 if not all were in time
   * @param config of the gateway whose relay is rehearsed; its links' bounds and its core's
   *     settings count
   */
  static int of(GatewayConfig config) throws InterruptedException {
    long mostMs = config.rehearsal().toMillis();
    if (mostMs == 0) {
      return 0;
    }
    long beganNs = System.nanoTime();
    try (Rehearsal rehearsal = new Rehearsal(config)) {
      int calls = rehearsal.calls.make(config.rehearsal());
      long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
      LOG.info("{}: rehearsed with {} calls in {} ms", config.name(), calls, tookMs);
      return calls;
    } catch (TimeoutException e) {
      LOG.info("{}: rehearsed for {} ms", config.name(), mostMs);
    } catch (ExecutionException | RuntimeException e) {
      LOG.warn("{}: goes without a rehearsal: {}", config.name(), e.toString());
    }
    return 0;
  }

  @Override
  public void close() {
    Closing.each(gateway, started);
  }
}
