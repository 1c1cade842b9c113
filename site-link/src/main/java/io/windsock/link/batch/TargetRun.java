package io.windsock.link.batch;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The records of a stretch of a source partition, as they are written to the target's partition of
 * the same name and number.
 *
 * @param range the stretch of the source
 * @param records its records, in order
 * @param after the source's offset after the last of them; that of the stretch if there is none
 */
public record TargetRun(
    OffsetRange range, List<ProducerRecord<byte[], byte[]>> records, long after) {}
