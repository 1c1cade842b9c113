package io.windsock.topology.guard;

/**
 * What a start may do that is refused otherwise.
 *
 * @param restoreOffsets sets the committed offsets from the changelog where the outputs hold more
 *     than was committed, or more was committed than received
 * @param acceptLoss goes on after source records that were deleted before they were received
 */
public record StartOptions(boolean restoreOffsets, boolean acceptLoss) {}
