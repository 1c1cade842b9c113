package io.windsock.platform.copy;

/**
 * The same point of a partition at both sites: after the same record.
 *
 * @param source the offset after the record at the source
 * @param target the offset after its copy
 */
public record OffsetPair(long source, long target) {}
