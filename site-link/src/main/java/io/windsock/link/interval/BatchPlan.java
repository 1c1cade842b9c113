package io.windsock.link.interval;

/**
 * What the next batch is to be.
 *
 * @param intervalNs the least time from the beginning of one batch to that of the next, ns; 0: none
 * @param threshold the most records of the batch
 */
public record BatchPlan(long intervalNs, int threshold) {}
