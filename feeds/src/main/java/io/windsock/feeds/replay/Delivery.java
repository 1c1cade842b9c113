package io.windsock.feeds.replay;

import io.windsock.feeds.FeedEvent;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/** The delivery of one event; the producer reports its outcome exactly once. */
record Delivery(Deliveries deliveries, long number, FeedEvent event, int bytes)
    implements Callback {
  @Override
  public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
    if (exception == null) {
      deliveries.acknowledge(number, bytes);
    } else if (exception instanceof RecordTooLargeException) {
      deliveries.refuse(ReplayFault.of(number, event, exception.getMessage()), bytes);
    } else {
      deliveries.fail(number, bytes, exception);
    }
  }
}
