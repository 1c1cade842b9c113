package io.windsock.gateway.run;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.query.Sender;
import io.windsock.gateway.Calls;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.GatewayPhase;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.discover.KnownMembers;
import io.windsock.gateway.link.LinkMeters;
import io.windsock.gateway.link.MemberLinks;
import io.windsock.gateway.link.RequesterLinks;
import io.windsock.gateway.loop.CoreLoop;
import io.windsock.gateway.loop.LoopCalls;
import io.windsock.platform.link.LinkClient;
import io.windsock.platform.link.LinkServer;
import io.windsock.platform.net.EventLoops;
import io.windsock.platform.telemetry.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of a gateway that relays calls: the event loop with the core and all links. It knows no
 * Kafka. Any thread but its event loop may call it.
 */
final class CallRelay implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CallRelay.class);
  private static final long STATUS_MS = 200;
  private static final long LOOK_MS = 5;

  /** How long requesters and other gateways have to notice that this one is draining. */
  private static final Duration NOTICE = Duration.ofMillis(400);

  /**
   * How long pending calls have to get their outcome, the notice included; then they are refused.
   */
  static final Duration DRAIN = Duration.ofSeconds(2);

  private static final long CLOSE_SECONDS = 10;

  private final String name;
  private final Vertx vertx;
  private final CoreLoop core;
  private final LoopCalls calls;
  private final LinkClient client;
  private final LinkMeters meters;
  private final MemberLinks members;
  private final RequesterLinks edge;
  private final StatusBoard board;
  private final LinkServer links;

  /**
   * Starts the event loop, and listens for links.
   *
   * @throws ConfigurationException if it can't listen at the configured address
   */
  CallRelay(GatewayConfig config, String incarnation, Metrics metrics) {
    this(config, incarnation, metrics, System::nanoTime);
  }

  /**
   * As the other, with the clock by which requesters are silent.
   *
   * @param clock as {@link System#nanoTime}
   */
  CallRelay(GatewayConfig config, String incarnation, Metrics metrics, LongSupplier clock) {
    name = config.name();
    vertx = Vertx.vertx(EventLoops.options(1));
    Context loop = vertx.getOrCreateContext();
    core = new CoreLoop(loop, config.core(), System::nanoTime, metrics);
    calls = new LoopCalls(core, config.core().retryAfterMs(), this::refresh);
    client = new LinkClient(vertx, config.links());
    meters = new LinkMeters(metrics);
    Sender self = new Sender(name, incarnation, true);
    members = new MemberLinks(self, client, core, config.core().silenceMs(), meters);
    edge = new RequesterLinks(name, incarnation, core, clock, meters);
    board = OnLoop.get(loop, () -> started(incarnation));
    GatewayConfig.Serving serving = config.serving();
    try {
      links =
          LinkServer.start(
              List.of(loop), serving.host(), serving.linkPort(), config.links(), i -> edge);
    } catch (ConfigurationException e) {
      closeVertx();
      throw e;
    }
  }

  private StatusBoard started(String incarnation) {
    core.start();
    StatusBoard created = new StatusBoard(name, incarnation, core, members, meters);
    vertx.setPeriodic(STATUS_MS, id -> created.refresh());
    return created;
  }

  /** Whoever drains a site reads in the status at once that it is drained. */
  private void refresh() {
    board.refresh();
  }

  /** Returns the core's event loop. */
  Context context() {
    return core.context();
  }

  Calls calls() {
    return calls;
  }

  StatusBoard board() {
    return board;
  }

  /** Returns the base URL of the links as bound. */
  String url() {
    return links.url();
  }

  /**
   * Takes over the members that discovery knows by the time the event loop asks for them. Once it
   * is closed, which discovery may be told later, nothing happens.
   */
  void known(Supplier<KnownMembers> source) {
    unlessClosed(() -> members.known(source.get()));
  }

  private void unlessClosed(Runnable work) {
    try {
      core.context().runOnContext(v -> work.run());
    } catch (RejectedExecutionException e) {
      LOG.debug("{}: its event loop has ended", name, e);
    }
  }

  /** Returns the state as of now. */
  GatewayStatus current() {
    return OnLoop.get(
        core.context(),
        () -> {
          board.refresh();
          return board.status();
        });
  }

  /** Serves no calls from now on, and leaves the sites, because another member has its name. */
  void stop(String reason) {
    board.ending(GatewayPhase.STOPPED, reason);
    unlessClosed(
        () -> {
          edge.stop();
          core.refuseAll(); // no site's answer comes any more
          members.close();
          board.refresh();
        });
  }

  /**
   * Asks requesters for no new calls, and waits until those pending have their outcome, at most for
   * {@link #DRAIN}. Those still pending are refused then, or once the caller is interrupted.
   */
  void drain() {
    board.ending(GatewayPhase.DRAINING, "stopping: waiting for the outcomes of its calls");
    long beganNs = System.nanoTime();
    try {
      OnLoop.run(
          core.context(),
          () -> {
            edge.drain();
            board.refresh();
          });
      if (meters.streams() > 0 || !members().isEmpty()) {
        awaitUntil(beganNs + NOTICE.toNanos(), false);
      }
      OnLoop.run(core.context(), core::refuse);
      awaitUntil(beganNs + DRAIN.toNanos(), true);
      OnLoop.run(core.context(), core::refuseAll);
    } catch (InterruptedException e) {
      core.context().runOnContext(v -> core.refuseAll()); // each call has an outcome all the same
      Thread.currentThread().interrupt();
    } catch (CompletionException e) {
      LOG.warn("{}: its pending calls are not waited for: {}", name, e.toString());
    }
  }

  private List<GatewayStatus.Peer> members() {
    return board.status().gateways();
  }

  private void awaitUntil(long deadlineNs, boolean untilIdle) throws InterruptedException {
    while (System.nanoTime() - deadlineNs < 0) {
      if (untilIdle && OnLoop.get(core.context(), core::unanswered) == 0) {
        return;
      }
      Thread.sleep(LOOK_MS);
    }
  }

  /** Ends all links. */
  @Override
  public void close() {
    calls.close();
    links.close();
    try {
      OnLoop.run(
          core.context(),
          () -> {
            members.close();
            board.ending(GatewayPhase.CLOSED, "closed");
            board.refresh();
          });
    } catch (CompletionException e) {
      LOG.warn("{}: its links were not closed: {}", name, e.toString());
    }
    client.close();
    closeVertx();
  }

  private void closeVertx() {
    try {
      vertx.close().toCompletionStage().toCompletableFuture().get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("{}: its event loop did not end cleanly: {}", name, e.toString());
    }
  }
}
