package io.windsock.link.batch;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The committed records of a stretch of a source partition, in order.
 *
 * @param range the stretch
 * @param records its records; none if there were only markers of transactions
 */
public record SourceRun(OffsetRange range, List<ConsumerRecord<byte[], byte[]>> records) {}
