package io.windsock.topology.receive;

/**
 * A recent status of a partition, for other threads to read. Immutable.
 *
 * @param partition its number
 * @param epoch epoch of the parameters in force
 * @param sequence source records received since the partition's beginning
 * @param marker number of the last marker
 * @param stamp for each stream, the offset after the last record received; must not be modified
 * @param held source events withheld
 * @param withheld updates that the mirrors lack
 * @param oldestWithheldMs append time of the oldest of those, ms since the epoch; 0 if none
 * @param received source records received since the task was opened
 * @param forwarded events sent to the forward topic since then
 * @param mirrored events sent to the mirror topic since then
 * @param deadLettered source records sent to the dead-letter topic since then
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PartitionStatus(
    int partition,
    long epoch,
    long sequence,
    long marker,
    long[] stamp,
    long held,
    long withheld,
    long oldestWithheldMs,
    long received,
    long forwarded,
    long mirrored,
    long deadLettered) {}
