package io.windsock.platform.link;

import static io.windsock.platform.link.TestLinks.AT;
import static io.windsock.platform.link.TestLinks.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import io.windsock.contracts.query.codec.CallBatchCodec;
import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.platform.link.TestLinks.RecordingListener;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** In which batches calls go that have waited for a peer. */
class CallQueueTest {
  private static final Sender ME = new Sender("g1", "run1", true);
  private static final LinkBounds BOUNDS = LinkBounds.standard();
  private static final int FULL = BOUNDS.batchItems();

  private final RecordingListener heard = new RecordingListener();
  private final AtomicLong nowMs = new AtomicLong();
  private final CallQueue queue =
      new CallQueue(ME, heard, BOUNDS, () -> TimeUnit.MILLISECONDS.toNanos(nowMs.get()));

  private CallBatch taken() throws MalformedBatchException {
    byte[] message = TestLinks.bytes(queue.take());
    CallBatch batch = CallBatchCodec.decode(message, 0, message.length);
    assertThat(batch.sender()).isEqualTo(ME);
    return batch;
  }

  private static List<String> ids(CallBatch batch) {
    return batch.calls().stream().map(Call::id).toList();
  }

  @Test
  void shouldGiveWhatWaitsInBatches() throws MalformedBatchException {
    for (int i = 0; i < 2 * FULL + 1; i++) {
      queue.add(call("c" + i));
    }
    assertThat(queue.items()).isEqualTo(2 * FULL + 1);

    assertThat(ids(taken())).hasSize(FULL).startsWith("c0", "c1");
    assertThat(ids(taken())).hasSize(FULL).startsWith("c" + FULL);
    assertThat(queue.items()).isOne();
    assertThat(ids(taken())).containsExactly("c" + 2 * FULL);
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.bytes()).isZero();
    assertThat(ids(taken())).as("a heartbeat").isEmpty();
    assertThat(heard.sent).containsExactly(FULL, FULL, 1);
  }

  private void add(String id, int remainingMs) {
    queue.add(new Call(id, new Question.OfKey("k"), remainingMs, AT, 2, List.of("g1", "g2")));
  }

  @Test
  void shouldDropACallWhoseDeadlinePassesWhileItWaits() throws MalformedBatchException {
    add("c1", 100);
    add("c2", 300);
    nowMs.set(50);
    add("c3", 100);
    nowMs.set(100);

    CallBatch batch = taken();
    assertThat(batch.calls())
        .containsExactly(
            new Call("c2", new Question.OfKey("k"), 200, AT, 2, List.of("g1", "g2")),
            new Call("c3", new Question.OfKey("k"), 50, AT, 2, List.of("g1", "g2")));
    assertThat(heard.sent).containsExactly(2);
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.bytes()).isZero();
  }

  @Test
  void shouldReportNothingAsSentIfAllDeadlinesHavePassed() throws MalformedBatchException {
    add("c1", 100);
    nowMs.set(101);

    assertThat(ids(taken())).isEmpty();
    assertThat(heard.sent).isEmpty();
  }

  /** A peer ignores the cancel of a call that it does not have yet. */
  @Test
  void shouldGiveACancelNoSoonerThanItsCall() throws MalformedBatchException {
    for (int i = 0; i < FULL + 1; i++) {
      queue.add(call("c" + i));
    }
    queue.cancel("c" + FULL);

    assertThat(taken().cancels()).isEmpty();
    CallBatch second = taken();
    assertThat(ids(second)).containsExactly("c" + FULL);
    assertThat(second.cancels()).containsExactly("c" + FULL);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void shouldGiveManyCancelsInBatches() throws MalformedBatchException {
    for (int i = 0; i < FULL + 1; i++) {
      queue.cancel("c" + i);
    }

    assertThat(taken().cancels()).hasSize(FULL);
    assertThat(taken().cancels()).containsExactly("c" + FULL);
    assertThat(heard.sent).isEmpty();
  }

  @Test
  void shouldBeEmptyOnceCleared() throws MalformedBatchException {
    for (int i = 0; i < FULL + 1; i++) {
      queue.add(call("c" + i));
    }
    queue.cancel("c1");
    queue.clear();

    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.bytes()).isZero();
    assertThat(ids(taken())).isEmpty();
  }
}
