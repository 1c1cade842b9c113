package io.windsock.evaluation.link.copier;

/**
 * A batch, and the interval after its reply.
 *
 * @param records how many records it had
 * @param intervalMs the batch interval from then on, ms
 * @param primaryMs the time of its primary stage, ms
 * @param backupMs the time of its backup stage, ms
 */
public record TracedBatch(long records, double intervalMs, double primaryMs, double backupMs) {}
