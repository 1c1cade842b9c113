package io.windsock.site.http.sse;

import io.vertx.core.Context;
import io.windsock.contracts.position.Token;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.apply.UpdateBatch;
import io.windsock.site.http.api.ServedSite;
import io.windsock.site.http.api.SitePosition;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encodes updates once, whoever listens, and hands each shard what its clients are to get: one
 * hand-over a round and shard. Its own thread does the work; {@link #applied} is for the apply
 * thread, the rest for event loops.
 */
final class Hub implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Hub.class);
  private static final String FAILED = "the site failed";

  /** Waits for the site to reach a token. */
  private record Waiter(Token token, Context loop, Runnable reached) {}

  private final ServedSite site;
  private final Inbox inbox;
  private final FilterChannels channels;
  private final UpdateEncoder encoder;
  private final List<Shard> shards;
  private final List<Waiter> waiters = new ArrayList<>();
  private final Thread thread;
  private volatile boolean interested;
  private int clients;
  private Token reached;
  private boolean lost;

  /** What ended the thread before its time. */
  private volatile @Nullable Throwable ended;

  /**
   * Starts the hub's thread.
   *
   * @param shards one for each event loop
   */
  Hub(ServedSite site, List<Shard> shards, SitePosition start, Metrics metrics) {
    this.site = site;
    this.shards = List.copyOf(shards);
    int views = site.definition().views().size();
    inbox = new Inbox(views, Inbox.STANDARD, metrics);
    channels = new FilterChannels(views, shards.size());
    Mark mark = new Mark(start.batch(), start.text().toString(), 0);
    encoder = new UpdateEncoder(site, channels, mark, metrics);
    reached = start.token();
    thread = new Thread(this::run, "windsock-" + site.name() + "-hub");
    thread.setDaemon(true);
    thread.start();
  }

  /** Whether anybody wants to know what batches change. Any thread. */
  boolean interested() {
    return interested;
  }

  /**
   * A batch is in the state. Apply thread.
   *
   * @throws IllegalStateException once the hub's thread has failed: no client would get the batch
   */
  void applied(UpdateBatch batch) {
    Throwable cause = ended;
    if (cause != null) {
      throw new IllegalStateException("the streams' hub has failed: " + cause, cause);
    }
    inbox.offer(batch);
  }

  /** A client of {@code shard} wants what {@code filter} lets through; then {@code done} runs. */
  void register(Filter filter, Shard shard, Runnable done) {
    inbox.command(
        () -> {
          clients++;
          interested = true;
          channels.count(filter, shard.number(), 1);
          shard.loop().runOnContext(v -> done.run());
        });
  }

  /** It wants it no more. */
  void unregister(Filter filter, Shard shard) {
    inbox.command(
        () -> {
          clients--;
          interested = clients > 0;
          channels.count(filter, shard.number(), -1);
        });
  }

  /** Runs {@code then} on {@code loop} once the site has reached {@code token}. */
  void whenReached(Token token, Context loop, Runnable then) {
    inbox.command(() -> waiters.add(new Waiter(token, loop, then)));
    inbox.command(this::wakeWaiters);
  }

  /** Forgets what waits for {@code token} with {@code then}. */
  void forget(Runnable then) {
    inbox.command(() -> waiters.removeIf(waiter -> waiter.reached() == then));
  }

  private void run() {
    try {
      for (Inbox.Work work = inbox.take(); work != null; work = inbox.take()) {
        doWork(work);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      ended = e;
      LOG.error("the hub ends; the site stops with the next batch", e);
      throw e;
    }
  }

  private void doWork(Inbox.Work work) {
    for (Runnable command : work.commands()) {
      attempt(command);
    }
    PendingBatches round = work.round();
    if (round == null) {
      return;
    }
    lost |= work.overrun();
    try {
      deliver(round);
    } catch (RuntimeException e) {
      LOG.error("a round of updates could not be encoded; its clients are cut", e);
      lost = true;
      channels.clear();
      inbox.delivered();
    }
    reached = round.token();
    attempt(this::wakeWaiters);
  }

  /** Whose stream a command that fails leaves without its updates is not known: all are cut. */
  private void attempt(Runnable command) {
    try {
      command.run();
    } catch (RuntimeException e) {
      LOG.error("a command of the streams failed; all are cut", e);
      for (Shard shard : shards) {
        shard.loop().runOnContext(v -> shard.cutAll(FAILED));
      }
    }
  }

  private void deliver(PendingBatches round) {
    Mark end = encoder.encode(round);
    List<Map<Filter, List<Chunk>>> chunks = channels.take(end);
    AtomicInteger left = new AtomicInteger(shards.size());
    boolean overrun = lost;
    lost = false;
    for (Shard shard : shards) {
      Delivery delivery = new Delivery(chunks.get(shard.number()), end, overrun);
      shard.loop().runOnContext(v -> deliver(shard, delivery, round, left));
    }
  }

  /** On the shard's event loop. */
  private void deliver(Shard shard, Delivery delivery, PendingBatches round, AtomicInteger left) {
    try {
      shard.deliver(delivery);
    } catch (RuntimeException e) {
      LOG.error("a round of updates could not be delivered; its clients are cut", e);
      shard.cutAll(FAILED);
    } finally {
      if (left.decrementAndGet() == 0) {
        long nowMs = System.currentTimeMillis();
        inbox.delivered();
        inbox.command(() -> measure(round, nowMs));
      }
    }
  }

  private void measure(PendingBatches round, long sentMs) {
    for (UpdateBatch batch : round.measured()) {
      site.updateDelay().sent(batch, sentMs);
    }
  }

  private void wakeWaiters() {
    Iterator<Waiter> all = waiters.iterator();
    while (all.hasNext()) {
      Waiter waiter = all.next();
      if (reached.covers(waiter.token())) {
        all.remove();
        waiter.loop().runOnContext(v -> waiter.reached().run());
      }
    }
  }

  @Override
  public void close() {
    inbox.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
