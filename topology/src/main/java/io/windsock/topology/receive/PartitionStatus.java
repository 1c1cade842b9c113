package io.windsock.topology.receive;

import io.windsock.contracts.wire.PartitionSample;

/**
 * A recent status of a partition, for other threads to read; must not be modified.
 *
 * @param sample the status as samples report it, without the ready queue
 * @param stamp for each stream, the offset after the last record received
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PartitionStatus(PartitionSample sample, long[] stamp) {}
