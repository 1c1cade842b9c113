package io.windsock.site.subscribe;

import io.windsock.contracts.position.Token;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.event.Chunk;
import io.windsock.site.event.Mark;
import io.windsock.site.query.Filter;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.SitePosition;
import io.windsock.site.update.UpdateBatch;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encodes each update once for all clients, and hands each audience the events for its clients once
 * a round. It works on its own thread. {@link #applied} is called by the apply thread, the other
 * methods by the audiences' threads.
 */
public final class Hub implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Hub.class);
  private static final String FAILED = "the site failed";

  /** A callback that waits for the site to reach a token. */
  private record Waiter(Token token, Executor then, Runnable reached) {}

  private final ServedSite site;
  private final Inbox inbox;
  private final FilterChannels channels;
  private final UpdateEncoder encoder;
  private final List<Audience> audiences;
  private final List<Waiter> waiters = new ArrayList<>();
  private final Thread thread;
  private volatile boolean interested;
  private int clients;
  private Token reached;
  private boolean lost;

  /** The failure that ended the thread early. */
  private volatile @Nullable Throwable ended;

  /**
   * Creates a hub.
   *
   * @param audiences the audiences, in the order of their numbers
   */
  public Hub(
      ServedSite site, List<? extends Audience> audiences, SitePosition start, Metrics metrics) {
    this.site = site;
    this.audiences = List.copyOf(audiences);
    int views = site.definition().views().size();
    inbox = new Inbox(views, Inbox.STANDARD, metrics);
    channels = new FilterChannels(views, audiences.size());
    Mark mark = new Mark(start.batch(), start.text().toString(), 0);
    encoder = new UpdateEncoder(site, channels, mark, metrics);
    reached = start.token();
    thread = new Thread(this::run, "windsock-" + site.name() + "-hub");
    thread.setDaemon(true);
  }

  /** Starts the hub's thread. */
  public void start() {
    thread.start();
  }

  /** Whether any client needs the changes of batches. Any thread. */
  public boolean interested() {
    return interested;
  }

  /**
   * Accepts a batch that is in the state. Apply thread.
   *
   * @throws IllegalStateException if the hub's thread has failed, so that no client would receive
   *     the batch
   */
  public void applied(UpdateBatch batch) {
    Throwable cause = ended;
    if (cause != null) {
      throw new IllegalStateException("the streams' hub has failed: " + cause, cause);
    }
    inbox.offer(batch);
  }

  /** Registers a client of {@code audience} for {@code filter}, then runs {@code done}. */
  public void register(Filter filter, Audience audience, Runnable done) {
    inbox.command(
        () -> {
          clients++;
          interested = true;
          channels.count(filter, audience.number(), 1);
          audience.execute(done);
        });
  }

  /** Removes a client of {@code audience} from {@code filter}. */
  public void unregister(Filter filter, Audience audience) {
    inbox.command(
        () -> {
          clients--;
          interested = clients > 0;
          channels.count(filter, audience.number(), -1);
        });
  }

  /** Runs {@code then} on {@code executor} once the site has reached {@code token}. */
  public void whenReached(Token token, Executor executor, Runnable then) {
    inbox.command(() -> waiters.add(new Waiter(token, executor, then)));
    inbox.command(this::wakeWaiters);
  }

  /** Cancels the callback {@code then} of {@link #whenReached}. */
  public void forget(Runnable then) {
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
      inbox.delivered(0);
    }
    reached = round.token();
    attempt(this::wakeWaiters);
  }

  /**
   * Runs a command. If it fails, the affected streams are unknown, so all clients are disconnected.
   */
  private void attempt(Runnable command) {
    try {
      command.run();
    } catch (RuntimeException e) {
      LOG.error("a command of the streams failed; all are cut", e);
      for (Audience audience : audiences) {
        audience.execute(() -> audience.cutAll(FAILED));
      }
    }
  }

  private void deliver(PendingBatches round) {
    Mark end = encoder.encode(round);
    List<Map<Filter, List<Chunk>>> chunks = channels.take(end);
    Deliveries deliveries = new Deliveries(round);
    boolean overrun = lost;
    lost = false;
    for (Audience audience : audiences) {
      Delivery delivery = new Delivery(chunks.get(audience.number()), end, overrun);
      audience.execute(() -> deliveries.deliver(audience, delivery));
    }
  }

  /** A round's deliveries to all audiences, each on the audience's thread. */
  private final class Deliveries {
    private final PendingBatches round;
    private final AtomicInteger left = new AtomicInteger(audiences.size());
    private final AtomicLong longestNs = new AtomicLong();

    Deliveries(PendingBatches round) {
      this.round = round;
    }

    void deliver(Audience audience, Delivery delivery) {
      long beganNs = System.nanoTime();
      try {
        audience.deliver(delivery);
      } catch (RuntimeException e) {
        LOG.error("a round of updates could not be delivered; its clients are cut", e);
        audience.cutAll(FAILED);
      } finally {
        longestNs.accumulateAndGet(System.nanoTime() - beganNs, Math::max);
        if (left.decrementAndGet() == 0) {
          long nowMs = System.currentTimeMillis();
          inbox.delivered(longestNs.get());
          inbox.command(() -> measure(round, nowMs));
        }
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
        waiter.then().execute(waiter.reached());
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
