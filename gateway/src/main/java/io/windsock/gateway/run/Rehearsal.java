package io.windsock.gateway.run;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.discover.KnownMembers;
import io.windsock.platform.link.CallLink;
import io.windsock.platform.link.LinkClient;
import io.windsock.platform.link.LinkListener;
import io.windsock.platform.link.LinkServer;
import io.windsock.platform.link.OfferResult;
import io.windsock.platform.net.EventLoops;
import io.windsock.platform.telemetry.Metrics;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls that a process makes to itself before its gateway takes any. A Java process handles its
 * first calls many times slower than later ones, because it has yet to compile the code: without a
 * rehearsal, a gateway that joins others delays its share of their calls. The calls go over
 * loopback through a relay of their own, with a core that knows one site, {@link RehearsalSite}.
 *
 * <pre>
 *  Rehearsal ──link──▶ CallRelay ──link──▶ RehearsalSite
 * </pre>
 */
final class Rehearsal implements AutoCloseable, LinkListener {
  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
  private static final String LOOPBACK = "127.0.0.1";
  private static final String CALLER = "rehearsal";
  private static final int KEYS = 1_000;
  private static final int DEADLINE_MS = 1_000;

  /** How many calls are made: enough for the JVM to compile all that handles a call. */
  static final int CALLS = 40_000;

  private static final int PENDING = 64;

  private final String gateway;
  private final Deque<AutoCloseable> started = new ArrayDeque<>(); // the last one first
  private final CompletableFuture<Integer> done = new CompletableFuture<>();
  private final Context loop;
  private final CallLink link;

  // Of the event loop:
  private boolean begun;
  private int asked;
  private int answered;

  private Rehearsal(GatewayConfig config) {
    gateway = config.name();
    try {
      Metrics unread = started(new Metrics());
      Vertx vertx = Vertx.vertx(EventLoops.options(2));
      started(() -> vertx.close().toCompletionStage().toCompletableFuture().join());
      LinkServer site =
          started(
              LinkServer.start(
                  List.of(vertx.getOrCreateContext()),
                  LOOPBACK,
                  0,
                  config.links(),
                  loop -> new RehearsalSite()));
      CallRelay relay = started(new CallRelay(config.onLoopback(), CALLER, unread));
      relay.known(() -> new KnownMembers(List.of(RehearsalSite.at(site)), List.of()));
      LinkClient client = started(new LinkClient(vertx, config.links()));
      loop = vertx.getOrCreateContext();
      Sender self = new Sender(CALLER, CALLER, false);
      link = started(client.open(loop, relay.url(), Question.Kind.KEY, self, this));
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
      OnLoop.run(rehearsal.loop, () -> rehearsal.begun = true);
      int calls = rehearsal.done.get(mostMs, TimeUnit.MILLISECONDS);
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
  public void up() {
    // The relay's heartbeats say when it has found the site.
  }

  @Override
  public void answers(AnswerBatch batch) {
    answered += batch.answers().size();
    if (answered >= CALLS) {
      done.complete(answered);
    } else if (begun && batch.responder().ready()) {
      ask(PENDING - (asked - answered));
    }
  }

  private void ask(int calls) {
    for (int i = 0; i < calls; i++) {
      Question key = new Question.OfKey("key-" + asked % KEYS);
      Call call = new Call("c" + asked, key, DEADLINE_MS, null, 1, List.of());
      if (link.offer(call) != OfferResult.TAKEN) {
        return;
      }
      asked++;
    }
  }

  @Override
  public void down(String reason) {
    done.completeExceptionally(new IllegalStateException(reason));
  }

  @Override
  public void close() {
    Closing.each(gateway, started);
  }
}
