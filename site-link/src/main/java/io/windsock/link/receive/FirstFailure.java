package io.windsock.link.receive;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;

/**
 * The first failed send of a transaction, which the exception of its commit does not name. Told by
 * the producer's thread, asked by the writer's.
 */
final class FirstFailure implements Callback {
  private final AtomicReference<@Nullable KafkaException> first = new AtomicReference<>();

  @Override
  public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failed) {
    if (failed != null) {
      String where = metadata == null ? "a record" : metadata.topic() + "-" + metadata.partition();
      first.compareAndSet(
          null, new KafkaException(where + " was not written: " + failed.getMessage(), failed));
    }
  }

  /** Returns the reason of a failed commit: the first failed send, if there is one. */
  KafkaException explain(KafkaException commit) {
    KafkaException cause = first.get();
    return cause == null || commit instanceof ProducerFencedException ? commit : cause;
  }
}
