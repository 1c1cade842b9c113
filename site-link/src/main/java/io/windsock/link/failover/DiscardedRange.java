package io.windsock.link.failover;

/**
 * What a partition of the old primary has beyond the last batch applied, and in place of what was
 * copied.
 *
 * @param topic the topic
 * @param partition the partition
 * @param from the offset after the last that was copied and is still there
 * @param to the offset at which the partition ends
 * @param records how many committed records there are in between
 * @param trimmed how many offsets in between were deleted before they could be counted
 * @param replaced how many of these offsets had other records when they were copied
 */
public record DiscardedRange(
    String topic, int partition, long from, long to, long records, long trimmed, long replaced) {}
