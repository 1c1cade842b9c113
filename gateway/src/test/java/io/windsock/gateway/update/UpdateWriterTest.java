package io.windsock.gateway.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.gateway.update.UpdateResult.Outcome;
import io.windsock.gateway.update.UpdateWriter.Admission;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A writer before a log whose commits the test decides on. A write may take 1 s. */
@Timeout(60)
class UpdateWriterTest {
  private static final UpdateConfig CONFIG =
      new UpdateConfig(
          "unused:9092",
          new Topics("updates"),
          Catalogue.builtIn("number-translation"),
          Map.of(),
          Duration.ofSeconds(1),
          100,
          10_000);

  private final MockProducer<byte[], byte[]> log =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final AtomicLong nowNs = new AtomicLong();
  private final UpdateWriter writer = new UpdateWriter(CONFIG, log, nowNs::get);
  private final BlockingQueue<List<UpdateResult>> results = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    writer.close();
  }

  private static List<Update> updates(String prefix, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Update(prefix + i, "services", "k", new byte[] {0}))
        .toList();
  }

  private void submit(List<Update> updates) {
    assertThat(writer.submit(updates, results::add)).isEqualTo(Admission.ACCEPTED);
  }

  private List<UpdateResult> result() throws InterruptedException {
    List<UpdateResult> result = results.poll(30, TimeUnit.SECONDS);
    if (result == null) {
      throw new AssertionError("no result came");
    }
    return result;
  }

  private void pass(long ms) {
    nowNs.addAndGet(TimeUnit.MILLISECONDS.toNanos(ms));
  }

  /** Commits the next update, once it is sent. */
  private void commit() {
    await().until(log::completeNext);
  }

  private void awaitSent(int updates) {
    await().until(() -> log.history().size() == updates);
  }

  /** Five writes take 3 s, and would the next time, too. */
  @Test
  void shouldWriteARequestThatTakesLongerThanAWriteMay() throws InterruptedException {
    submit(updates("a", 5));
    for (int i = 0; i < 5; i++) {
      awaitSent(i + 1);
      pass(600);
      commit();
    }
    assertThat(result()).hasSize(5).allMatch(it -> it.outcome() == Outcome.WRITTEN);
  }

  @Test
  void shouldNotWriteWhatHasWaitedTooLongBehindOthers() throws InterruptedException {
    submit(updates("a", 1));
    submit(updates("b", 2));
    awaitSent(1);
    pass(1_100);
    await().until(() -> log.errorNext(new TimeoutException("no answer")));
    assertThat(result()).extracting(UpdateResult::outcome).containsExactly(Outcome.UNKNOWN);
    List<UpdateResult> second = result();
    assertThat(second)
        .extracting(UpdateResult::outcome)
        .containsExactly(Outcome.NOT_WRITTEN, Outcome.NOT_WRITTEN);
    assertThat(second.get(0).error()).isEqualTo("it waited for more than 1000 ms");
    assertThat(log.history()).hasSize(1);
  }

  @Test
  void shouldWriteWhatWaitsWhenItRefusesMore() throws InterruptedException {
    submit(updates("a", 2));
    writer.refuse();
    assertThat(writer.submit(updates("b", 1), results::add)).isEqualTo(Admission.STOPPING);
    assertThat(writer.submit(updates("c", 101), results::add)).isEqualTo(Admission.STOPPING);
    commit();
    commit();
    assertThat(result()).hasSize(2).allMatch(it -> it.outcome() == Outcome.WRITTEN);
    assertThat(writer.pending()).isZero();
    assertThat(writer.pendingBytes()).isZero();
  }

  /** The producer drops it, but may have sent it. */
  @Test
  void shouldEndEachUpdateWhenItIsClosed() throws Exception {
    submit(updates("a", 2));
    submit(updates("b", 1));
    awaitSent(1);
    CompletableFuture<Void> closing = CompletableFuture.runAsync(writer::close);
    await().until(log::closed);
    await().until(() -> log.errorNext(new KafkaException("closed forcefully")));
    assertThat(result())
        .extracting(UpdateResult::outcome)
        .containsExactly(Outcome.UNKNOWN, Outcome.NOT_WRITTEN);
    assertThat(result()).extracting(UpdateResult::error).containsExactly("the gateway has stopped");
    closing.get(30, TimeUnit.SECONDS);
    assertThat(log.history()).hasSize(1);
  }

  /** The requester's event loop may have ended. The next update of the key is somebody else's. */
  @Test
  void shouldContinueAfterARequesterThatTakesNoResults() throws InterruptedException {
    Admission admission =
        writer.submit(
            updates("a", 1),
            lost -> {
              throw new RejectedExecutionException("the loop has ended");
            });
    assertThat(admission).isEqualTo(Admission.ACCEPTED);
    submit(updates("b", 1));
    commit();
    commit();
    assertThat(result()).extracting(UpdateResult::outcome).containsExactly(Outcome.WRITTEN);
  }
}
