package io.windsock.platform.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.codec.AnswerBatchCodec;
import io.windsock.contracts.query.codec.AnswerEncoder;
import io.windsock.contracts.query.codec.MalformedBatchException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which batches answers go that have waited for a peer. */
class AnswerQueueTest {
  private static final Responder CONDITION = new Responder("m1", "i1", true, false, 1, 2);

  private final AnswerQueue queue = new AnswerQueue(new Silent(), 1_000);

  /** Says its condition and takes no calls. */
  private static final class Silent implements CallHandler {
    @Override
    public Responder condition() {
      return CONDITION;
    }

    @Override
    public void opened(AnswerStream stream) {}

    @Override
    public void calls(AnswerStream stream, CallBatch batch, long arrivedNs) {}

    @Override
    public void closed(AnswerStream stream) {}
  }

  /** Adds a block with one answer. */
  private void add(String id, int bodyBytes) {
    AnswerEncoder encoder = new AnswerEncoder();
    encoder.found(id, "m1", TestLinks.AT, ByteBuffer.allocate(bodyBytes));
    queue.add(encoder.take());
  }

  private List<String> taken() throws MalformedBatchException {
    byte[] message = TestLinks.bytes(queue.take());
    AnswerBatch batch = AnswerBatchCodec.decode(message, 0, message.length);
    assertThat(batch.responder()).isEqualTo(CONDITION);
    return batch.answers().stream().map(Answer::id).toList();
  }

  @Test
  void shouldGiveWhatWaitsInBatches() throws MalformedBatchException {
    for (int i = 0; i < 7; i++) {
      add("c" + i, 400);
    }
    assertThat(queue.items()).isEqualTo(7);

    assertThat(taken()).containsExactly("c0", "c1", "c2");
    assertThat(taken()).containsExactly("c3", "c4", "c5");
    assertThat(queue.items()).isOne();
    assertThat(taken()).containsExactly("c6");
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.bytes()).isZero();
    assertThat(taken()).as("a heartbeat").isEmpty();
  }

  @Test
  void shouldGiveTheBiggestAnswerInABatchOfItsOwn() throws MalformedBatchException {
    add("small", 400);
    add("big", BatchBounds.MAX_BODY_BYTES);
    add("last", 400);

    assertThat(taken()).containsExactly("small");
    assertThat(taken()).containsExactly("big");
    assertThat(taken()).containsExactly("last");
  }

  @Test
  void shouldGiveNoMoreAnswersThanABatchMayHave() throws MalformedBatchException {
    AnswerQueue wide = new AnswerQueue(new Silent(), 1 << 20);
    AnswerEncoder encoder = new AnswerEncoder();
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < BatchBounds.MAX_ITEMS - 1; j++) {
        encoder.found("c", "m1", TestLinks.AT, ByteBuffer.allocate(0));
      }
      wide.add(encoder.take());
    }

    byte[] message = TestLinks.bytes(wide.take());
    assertThat(AnswerBatchCodec.decode(message, 0, message.length).answers())
        .hasSize(BatchBounds.MAX_ITEMS - 1);
    assertThat(wide.items()).isEqualTo(BatchBounds.MAX_ITEMS - 1);
  }

  @Test
  void shouldBeEmptyOnceCleared() throws MalformedBatchException {
    add("c1", 400);
    queue.clear();

    assertThat(queue.isEmpty()).isTrue();
    assertThat(taken()).isEmpty();
  }
}
