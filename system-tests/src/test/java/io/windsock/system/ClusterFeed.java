package io.windsock.system;

import io.windsock.contracts.topic.Topics;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.feeds.replay.Replay;
import io.windsock.feeds.replay.ReplayOptions;
import io.windsock.feeds.replay.ReplayTarget;
import io.windsock.feeds.replay.time.Speed;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A generated feed sent to a cluster at an even rate, until it is stopped. */
final class ClusterFeed implements AutoCloseable {
  private static final long EVENTS = 600_000;
  private static final Duration SPAN = Duration.ofHours(4);

  private final Replay replay;
  private final CompletableFuture<Long> acked;

  /** Sends about {@code perSecond} events a second from now on. */
  ClusterFeed(String bootstrapServers, double perSecond) {
    replay =
        new Replay(
            new ReplayTarget(bootstrapServers, Topics.standard(), Outputs.CATALOGUE),
            ClusterFeed::feed,
            ReplayOptions.at(new Speed(SPAN.toSeconds() / (EVENTS / perSecond))),
            fault -> {
              throw new IllegalStateException(fault.toString());
            });
    acked =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return replay.run().acked();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
  }

  private static GeneratedFeed feed() {
    return new GeneratedFeed(
        Outputs.CATALOGUE,
        GeneratorOptions.day()
            .withFlights(2_000)
            .withHours(SPAN)
            .withUnderway(true)
            .withEvents(EVENTS));
  }

  /** Whether it sends, and nothing went wrong. */
  boolean isRunning() {
    return !acked.isDone();
  }

  /** Ends it; answers how many events the brokers have acknowledged: all that were sent. */
  long stop() {
    replay.stop();
    return acked.join();
  }

  @Override
  public void close() {
    replay.stop();
  }
}
