package io.windsock.topology.streams;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/** A record's time is the one that the broker gave it; never one at which Streams skips it. */
final class AppendTime implements TimestampExtractor {
  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
    return Math.max(0, record.timestamp());
  }
}
