package io.windsock.gateway.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import io.windsock.contracts.query.codec.BatchBlock;
import io.windsock.gateway.core.CoreSettings;
import io.windsock.gateway.loop.CoreLoop;
import io.windsock.platform.telemetry.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A stream at a gateway without sites, which refuses each call at once. */
class RequesterStreamTest {
  private static final int CALLS = 3_000;

  private final Metrics metrics = new Metrics();
  private final Vertx vertx = Vertx.vertx();
  private final CoreLoop core =
      new CoreLoop(
          vertx.getOrCreateContext(), CoreSettings.defaults("a"), System::nanoTime, metrics);
  private final LinkMeters meters = new LinkMeters(metrics);
  private @Nullable RequesterStream stream;

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
    metrics.close();
  }

  private void makeCalls(Predicate<BatchBlock> outcomes) {
    RequesterStream opened = new RequesterStream("r1", outcomes, core, meters);
    stream = opened;
    List<Call> calls =
        IntStream.range(0, CALLS)
            .mapToObj(i -> new Call("c" + i, new Question.OfKey("k"), 100, null, 1, List.of()))
            .toList();
    opened.calls(new CallBatch(new Sender("r1", "run", false), calls, List.of()));
  }

  @Test
  void shouldSendManyOutcomesInBlocks() {
    List<Integer> counts = new ArrayList<>();

    makeCalls(block -> counts.add(block.count()));

    assertThat(counts).containsExactly(1_024, 1_024, CALLS - 2 * 1_024);
  }

  /** As when its process was killed: what it sent before is still taken. */
  @Test
  void shouldTakeTheWholeBatchThoughTheConnectionIsFoundLostMeanwhile() {
    List<Integer> counts = new ArrayList<>();

    makeCalls(
        block -> {
          counts.add(block.count());
          RequesterStream open = stream;
          if (open != null) {
            stream = null;
            open.closed();
          }
          return false;
        });

    assertThat(counts).contains(1_024, 1_024, CALLS - 2 * 1_024);
    assertThat(core.stats().calls()).isEqualTo(CALLS);
    assertThat(core.stats().refused()).isEqualTo(CALLS);
    assertThat(metrics.scrape()).contains("windsock_gateway_dropped_answers_total 3000.0");
  }
}
