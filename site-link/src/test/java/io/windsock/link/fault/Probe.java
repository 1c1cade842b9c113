package io.windsock.link.fault;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.windsock.link.run.Sites;
import io.windsock.link.transport.FrameClient;
import io.windsock.link.transport.FrameSession;
import io.windsock.link.transport.LinkTls;
import io.windsock.link.transport.LostException;
import io.windsock.link.transport.Opened;
import io.windsock.link.transport.Opening;
import io.windsock.link.transport.SourceTopic;
import io.windsock.platform.kafka.LogTopic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * Opens sessions of the link as a sender would, to learn what the target has. From then on no
 * former session can commit, and none of their transactions is open.
 */
final class Probe implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int PAUSE_MS = 200;

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
  private final List<SourceTopic> topics;
  private final @Nullable LinkTls tls;

  Probe(Map<String, Object> source, @Nullable LinkTls tls) {
    this.tls = tls;
    try (Admin admin = Admin.create(source)) {
      topics =
          Sites.TOPICS.stream()
              .map(name -> LogTopic.find(admin, name, PATIENCE))
              .map(topic -> new SourceTopic(topic.name(), topic.id(), topic.partitions()))
              .toList();
    }
  }

  /** Passes what the target has to {@code check}, while its session is open. */
  void run(int receiverPort, Consumer<Opened> check) throws Exception {
    try (FrameClient client = new FrameClient(vertx, "127.0.0.1", receiverPort, tls);
        FrameSession session = open(client)) {
      check.accept(session.opened());
    }
  }

  /**
   * An opening fails when one that has begun before takes the link over, or the target has not
   * ended its transactions. A sender tries again, so this does, for two minutes.
   */
  private FrameSession open(FrameClient client) throws LostException, InterruptedException {
    Opening open = new Opening(Sites.keys("k1", 1), "main", topics, 0);
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return client.open(open, PATIENCE);
      } catch (LostException e) {
        System.out.println("not opened: " + e.getMessage());
        if (e.permanent() || System.nanoTime() > deadlineNs) {
          throw e;
        }
        Moment.pass(PAUSE_MS);
      }
    }
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
