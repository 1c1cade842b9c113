package io.windsock.topology.guard;

/**
 * Permissions for starts that are otherwise refused.
 *
 * @param restoreOffsets sets the committed offsets from the changelog if the outputs hold more than
 *     was committed, or more was committed than received
 * @param acceptLoss continues past source records that were deleted before they were received, and
 *     at the end of a source that has lost its end
 */
public record StartOptions(boolean restoreOffsets, boolean acceptLoss) {}
