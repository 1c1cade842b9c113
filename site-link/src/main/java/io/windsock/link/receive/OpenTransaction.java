package io.windsock.link.receive;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;

/**
 * A transaction that is open in a partition of the target, where none may be: the session that
 * finds it has ended all those of sessions before it.
 *
 * @param partition the partition
 * @param from the offset from which on nothing is committed
 * @param written the offset after the last record that the link has written and committed
 * @param writing the producer whose transaction it is; empty if it has ended since
 * @param own the link's producer, as the cluster knows it
 */
record OpenTransaction(
    TopicPartition partition,
    long from,
    long written,
    Optional<ProducerState> writing,
    TransactionDescription own) {

  private static final Set<TransactionState> UNDER_WAY =
      Set.of(
          TransactionState.ONGOING,
          TransactionState.PREPARE_ABORT,
          TransactionState.PREPARE_COMMIT);

  /** Returns whose it is, and what to do if it never ends. */
  String reason() {
    if (writing.isEmpty()) {
      return "a transaction was open in %s at %d, and has ended since".formatted(partition, from);
    }
    ProducerState its = writing.get();
    if (its.producerId() != own.producerId()) {
      return "a transaction is open in %s at %d, and it is not the link's, but producer %d's: only the link may write to it; kafka-transactions.sh find-hanging shows one that never ends"
          .formatted(partition, from, its.producerId());
    }
    if (UNDER_WAY.contains(own.state())) {
      return "a transaction of another session of the link is open in %s at %d (producer %d, epoch %d, %s): if that goes on, a second sender runs: stop it"
          .formatted(partition, from, its.producerId(), own.producerEpoch(), own.state());
    }
    return "a transaction of a former session is open in %s at %d (producer %d, epoch %d), though the cluster has ended it (epoch %d, %s): if that goes on, its end was lost (KAFKA-20734): %s"
        .formatted(
            partition,
            from,
            its.producerId(),
            its.producerEpoch(),
            own.producerEpoch(),
            own.state(),
            remedy());
  }

  /** To abort what was committed would leave a hole. */
  private String remedy() {
    return from < written
        ? "the link has copied up to %d there; delete the topic and the link's topic at the target to copy it anew"
            .formatted(written)
        : "kafka-transactions.sh abort ends it, and nothing of it was copied";
  }
}
