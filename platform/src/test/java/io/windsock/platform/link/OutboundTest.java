package io.windsock.platform.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.WriteStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a batch is sent. Items are single bytes, so a message of n of them has n + 5 bytes. */
class OutboundTest {
  /** Nothing that waits so long is sent during a test. */
  private static final Duration LONG = Duration.ofHours(1);

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Context loop = vertx.getOrCreateContext();
  private final Wire wire = new Wire();
  private final Items items = new Items();

  @AfterEach
  void stop() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private Outbound outbound(int batchItems, int pauseBytes, int waitingBytes) {
    return outbound(new Sweep(1_000_000, 15_000_000), batchItems, pauseBytes, waitingBytes);
  }

  /** A sweep for which no event loop is busy, however late it comes to it. */
  private static Sweep idle() {
    return new Sweep(LONG.toNanos(), LONG.toNanos());
  }

  /** The sweep of a busy event loop: the longest interval, and two thirds of it after a batch. */
  private static Sweep busy(Duration longest) {
    Sweep sweep = new Sweep(longest.toNanos() / 3, longest.toNanos());
    for (int i = 0; i < 3; i++) {
      sweep.ran(Long.MAX_VALUE, false);
    }
    return sweep;
  }

  private Outbound outbound(Sweep sweep, int batchItems, int pauseBytes, int waitingBytes) {
    LinkBounds shipped = LinkBounds.standard();
    LinkBounds bounds =
        new LinkBounds(
            shipped.heartbeat(),
            shipped.silence(),
            shipped.minSweep(),
            LONG,
            batchItems,
            1000,
            pauseBytes,
            waitingBytes,
            shipped.connect(),
            shipped.minBackoff(),
            shipped.maxBackoff(),
            1);
    Outbound outbound = new Outbound(loop, bounds, bounds.quietNs(), items, sweep);
    onLoop(() -> outbound.open(wire));
    return outbound;
  }

  private void onLoop(Runnable work) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    loop.runOnContext(
        v -> {
          try {
            work.run();
            done.complete(true);
          } catch (RuntimeException e) {
            done.completeExceptionally(e);
          }
        });
    done.orTimeout(60, TimeUnit.SECONDS).join();
  }

  private void add(Outbound outbound, int count) {
    onLoop(
        () -> {
          for (int i = 0; i < count; i++) {
            if (outbound.hasRoom()) {
              items.count++;
              outbound.added();
            }
          }
        });
  }

  private List<Integer> sent() {
    onLoop(() -> {}); // after whatever was to be sent at the end of the last turn
    return wire.written.stream().map(size -> size - MessageReader.PREFIX_BYTES).toList();
  }

  @Test
  void shouldSendALoneItemWithoutWaiting() {
    Outbound outbound = outbound(idle(), 50, 1000, 1000);
    for (int i = 0; i < 3; i++) {
      add(outbound, 1);
    }
    assertThat(sent()).containsExactly(1, 1, 1);
  }

  @Test
  void shouldSendTogetherWhatOneTurnAdds() {
    Outbound outbound = outbound(50, 1000, 1000);
    add(outbound, 7);
    assertThat(sent()).containsExactly(7);
  }

  @Test
  void shouldSendWhatFollowsAtTheNextSweepUnderLoad() {
    // The sweep comes 5 s after the first batch; the test may stand still for most of that.
    Outbound outbound = outbound(busy(Duration.ofMillis(7_500)), 50, 1000, 1000);
    add(outbound, 1);
    add(outbound, 2);
    add(outbound, 3);
    assertThat(sent()).containsExactly(1);
    await().untilAsserted(() -> assertThat(sent()).containsExactly(1, 5));
  }

  @Test
  void shouldSendAFullBatchAtOnce() {
    Outbound outbound = outbound(busy(LONG), 50, 1000, 1000);
    add(outbound, 120);
    assertThat(sent()).containsExactly(50, 50, 20);
    add(outbound, 49);
    assertThat(sent()).hasSize(3);
    add(outbound, 1);
    assertThat(sent()).containsExactly(50, 50, 20, 50);
  }

  @Test
  void shouldGatherWhileThePeerTakesNothingAndThenSendAll() {
    wire.holding = true;
    Outbound outbound = outbound(50, 55, 1000);
    add(outbound, 50); // with their prefix they are the 55 bytes at which it pauses
    add(outbound, 60);
    assertThat(sent()).containsExactly(50);

    onLoop(wire::release);
    await().untilAsserted(() -> assertThat(sent()).containsExactly(50, 60));
  }

  @Test
  void shouldRefuseMoreBeyondTheBytesThatMayWait() {
    wire.holding = true;
    Outbound outbound = outbound(50, 55, 80);
    add(outbound, 200);
    assertThat(sent()).containsExactly(50);
    assertThat(items.count).isEqualTo(25); // with 55 on their way, 80

    onLoop(wire::release);
    await().untilAsserted(() -> assertThat(sent()).containsExactly(50, 25));
    add(outbound, 1);
    await().untilAsserted(() -> assertThat(sent()).containsExactly(50, 25, 1));
  }

  @Test
  void shouldSendNothingWhilePausedHoweverManyItemsWait() {
    wire.holding = true;
    Outbound outbound = outbound(50, 10, 100_000);
    add(outbound, 50 + 10_000);
    assertThat(sent()).containsExactly(50);
  }

  /** On a slow line the first batch is to arrive long before the last. */
  @Test
  void shouldSendWhatHasWaitedBatchByBatchAsThePeerTakesThem() {
    wire.holding = true;
    items.most = 50;
    Outbound outbound = outbound(50, 55, 1000);
    add(outbound, 170);
    assertThat(sent()).containsExactly(50);

    onLoop(wire::step);
    assertThat(sent()).containsExactly(50, 50);
    onLoop(wire::release);
    await().untilAsserted(() -> assertThat(sent()).containsExactly(50, 50, 50, 20));
  }

  @Test
  void shouldSendAllThatWaitsBeforeItEnds() {
    wire.holding = true;
    items.most = 50;
    Outbound outbound = outbound(50, 55, 1000);
    add(outbound, 170);
    onLoop(outbound::flush);
    assertThat(sent()).containsExactly(50, 50, 50, 20);
  }

  @Test
  void shouldSendAHeartbeatOnlyAfterAPause() {
    Outbound outbound = outbound(50, 1000, 1000);
    long quietNs = LinkBounds.standard().quietNs();
    long beforeNs = System.nanoTime();
    onLoop(outbound::send);
    onLoop(() -> outbound.beat(beforeNs + quietNs - 1));
    assertThat(sent()).containsExactly(0);
    onLoop(() -> outbound.beat(System.nanoTime() + quietNs));
    assertThat(sent()).containsExactly(0, 0);
  }

  @Test
  void shouldDropWhatWaitsWhenTheStreamEnds() {
    Outbound outbound = outbound(busy(LONG), 50, 1000, 1000);
    add(outbound, 1);
    add(outbound, 3);
    onLoop(outbound::shut);
    add(outbound, 3);
    assertThat(sent()).containsExactly(1);
    assertThat(items.count).isZero();
  }

  /** Counts items instead of having any. */
  private static final class Items implements Outbound.Batch {
    private int count;

    /** The most items of a batch. */
    private int most = Integer.MAX_VALUE;

    @Override
    public int items() {
      return count;
    }

    @Override
    public int bytes() {
      return count;
    }

    @Override
    public boolean isEmpty() {
      return count == 0;
    }

    @Override
    public List<ByteBuffer> take() {
      int taken = Math.min(count, most);
      count -= taken;
      return List.of(ByteBuffer.allocate(taken));
    }

    @Override
    public void clear() {
      count = 0;
    }
  }

  /** A stream that takes data at once, or not before it is released. */
  private static final class Wire implements WriteStream<Buffer> {
    private final List<Integer> written = new CopyOnWriteArrayList<>();
    private final List<Promise<Void>> held = new ArrayList<>();
    private boolean holding;

    void release() {
      holding = false;
      step();
    }

    /** Takes what is held, and holds what follows. */
    void step() {
      List<Promise<Void>> all = new ArrayList<>(held);
      held.clear();
      all.forEach(Promise::complete);
    }

    @Override
    public Future<Void> write(Buffer data) {
      written.add(data.length());
      Promise<Void> promise = Promise.promise();
      if (holding) {
        held.add(promise);
      } else {
        promise.complete();
      }
      return promise.future();
    }

    @Override
    public WriteStream<Buffer> exceptionHandler(@Nullable Handler<Throwable> handler) {
      return this;
    }

    @Override
    public Future<Void> end() {
      return Future.succeededFuture();
    }

    @Override
    public WriteStream<Buffer> setWriteQueueMaxSize(int maxSize) {
      return this;
    }

    @Override
    public boolean writeQueueFull() {
      return holding;
    }

    @Override
    public WriteStream<Buffer> drainHandler(@Nullable Handler<Void> handler) {
      return this;
    }
  }
}
