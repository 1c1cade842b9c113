package io.windsock.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class OpenTransactionTest {
  private static final TopicPartition A0 = new TopicPartition("a", 0);
  private static final TransactionDescription OWN = own(TransactionState.COMPLETE_ABORT);

  @Test
  void shouldSayThatItHasEnded() {
    assertThat(new OpenTransaction(A0, 11, 10, Optional.empty(), OWN).reason())
        .isEqualTo("a transaction was open in a-0 at 11, and has ended since");
  }

  @Test
  void shouldNameAStranger() {
    assertThat(new OpenTransaction(A0, 11, 10, of(8), OWN).reason())
        .startsWith(
            "a transaction is open in a-0 at 11, and it is not the link's, but producer 8's")
        .contains("find-hanging");
  }

  @Test
  void shouldAdviseToAbortWhatWasNotCopied() {
    assertThat(new OpenTransaction(A0, 11, 10, of(7), OWN).reason())
        .contains("a former session", "producer 7, epoch 2", "epoch 3, CompleteAbort")
        .endsWith("kafka-transactions.sh abort ends it, and nothing of it was copied");
  }

  @Test
  void shouldNotAdviseToAbortWhatWasCopied() {
    assertThat(new OpenTransaction(A0, 11, 20, of(7), OWN).reason())
        .contains("the link has copied up to 20 there")
        .doesNotContain("abort ends it");
  }

  /** A session that has begun to open earlier may take the link over. */
  @Test
  void shouldNotTakeALaterSessionForAFormerOne() {
    assertThat(new OpenTransaction(A0, 11, 10, of(7), own(TransactionState.ONGOING)).reason())
        .startsWith("a transaction of another session of the link is open in a-0 at 11")
        .doesNotContain("abort");
  }

  private static TransactionDescription own(TransactionState state) {
    return new TransactionDescription(1, state, 7, 3, 60_000, OptionalLong.empty(), Set.of());
  }

  private static Optional<ProducerState> of(long id) {
    return Optional.of(new ProducerState(id, 2, 0, 0, OptionalInt.of(0), OptionalLong.of(11)));
  }
}
