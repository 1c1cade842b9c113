package io.windsock.evaluation.adapt;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.feeds.replay.Replay;
import io.windsock.feeds.replay.ReplayException;
import io.windsock.feeds.replay.ReplayOptions;
import io.windsock.feeds.replay.ReplayTarget;
import io.windsock.feeds.replay.time.Speed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Runs a setting: the same replay and the same bursts each time, starting with an empty ready
 * queue. One thread owns it.
 */
final class Run {
  private static final Duration FEED_SPAN = Duration.ofHours(1);

  private final AdaptCluster cluster;
  private final Requests requests;
  private final Setting.Goals goals;
  private final int flights;
  private final int eventsPerSecond;

  Run(
      AdaptCluster cluster,
      Requests requests,
      Setting.Goals goals,
      int flights,
      int eventsPerSecond) {
    this.cluster = cluster;
    this.requests = requests;
    this.goals = goals;
    this.flights = flights;
    this.eventsPerSecond = eventsPerSecond;
  }

  /**
   * Returns the requests per second that the mirrors serve during the replay, under the normal
   * function.
   *
   * @param warmUpSeconds time before counting starts, because a cold JVM serves only a fraction
   */
  double capacity(int warmUpSeconds, int seconds) throws InterruptedException {
    install(Setting.NORMAL);
    try (Feeding feeding = new Feeding(Duration.ofSeconds((long) warmUpSeconds + seconds))) {
      requests.calibrate(warmUpSeconds);
      double capacity = requests.calibrate(seconds);
      feeding.check();
      return capacity;
    } finally {
      settle();
    }
  }

  /** Runs one setting from start to end. */
  Series of(Setting setting, int round, Bursts bursts) throws InterruptedException {
    long firstEpoch = install(setting);
    List<Series.Point> points = new ArrayList<>();
    long lastEpoch;
    Histogram before = cluster.delay().distribution();
    try (Feeding feeding = new Feeding(bursts.span())) {
      long startNs = System.nanoTime();
      Thread clients = new Thread(() -> requests.run(bursts, startNs), "bench-requests");
      clients.start();
      for (long atMs = Series.EVERY_MS; atMs <= bursts.span().toMillis(); atMs += Series.EVERY_MS) {
        sleepUntil(startNs + TimeUnit.MILLISECONDS.toNanos(atMs));
        Histogram now = cluster.delay().distribution();
        points.add(point(atMs, bursts, now, before));
        before = now;
      }
      clients.join();
      feeding.check();
      lastEpoch = cluster.monitor().reading().epoch();
    }
    settle();
    return new Series(setting, round, points, requests.take(), lastEpoch - firstEpoch);
  }

  private Series.Point point(long atMs, Bursts bursts, Histogram now, Histogram before) {
    Histogram delays = now.copy();
    delays.subtract(before);
    boolean burst = bursts.during(atMs - Series.EVERY_MS / 2);
    return new Series.Point(atMs, burst, delays, cluster.monitor().reading());
  }

  private static void sleepUntil(long ns) {
    for (long left = ns - System.nanoTime(); left > 0; left = ns - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private long install(Setting setting) throws InterruptedException {
    long epoch = setting.install(cluster.mirroring(), goals);
    cluster.await(
        "epoch " + epoch + " is not in force", () -> cluster.monitor().reading().epoch() >= epoch);
    return cluster.monitor().reading().epoch();
  }

  /** Waits until all requests are answered and all records received. */
  private void settle() throws InterruptedException {
    cluster.await("requests are pending", () -> requests.pending() == 0);
    cluster.await("events are not received", () -> cluster.monitor().reading().ready() == 0);
  }

  /** The replay, which runs until it is closed. */
  private final class Feeding implements AutoCloseable {
    private final Replay replay;
    private final CompletableFuture<Void> end;

    Feeding(Duration atLeast) {
      // Twice as long as needed, so it does not end early if the machine is slow.
      long events = 2 * atLeast.toSeconds() * eventsPerSecond;
      GeneratorOptions feed =
          GeneratorOptions.sample().withFlights(flights).withHours(FEED_SPAN).withEvents(events);
      Catalogue catalogue = Catalogue.builtIn("airline");
      Speed speed = new Speed((double) FEED_SPAN.toSeconds() * eventsPerSecond / events);
      replay =
          new Replay(
              new ReplayTarget(cluster.bootstrapServers(), AdaptCluster.TOPICS, catalogue),
              () -> new GeneratedFeed(catalogue, feed),
              ReplayOptions.builder().speed(speed).rebase(true).build(),
              fault -> {
                throw new IllegalStateException(fault.toString());
              });
      end = CompletableFuture.runAsync(this::run);
    }

    private void run() {
      try {
        replay.run();
      } catch (ReplayException e) {
        throw new IllegalStateException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Fails if the replay has ended. */
    void check() {
      if (end.isDone()) {
        throw new IllegalStateException("the replay ended before the run: " + replay.progress());
      }
    }

    @Override
    public void close() {
      replay.stop();
      end.join();
    }
  }
}
