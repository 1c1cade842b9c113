/**
 * Batches: records of several source partitions that are committed together at the target.
 *
 * <pre>
 *  poll ──▶ Assembly ──take──▶ SourceBatch ──parts──▶ lists of SourceRun ──▶ PartCodec.encode ──▶ bytes
 *                                                                              PartCodec.decode ──▶ lists of TargetRun
 * </pre>
 *
 * <p>A batch is split by bytes into parts, which several threads compress and encrypt at once. Each
 * part says from which source offset to which it goes, in each partition, so that the receiver
 * finds every gap and every repetition. {@link io.windsock.link.batch.BatchLimits} bounds every
 * size.
 */
@NullMarked
package io.windsock.link.batch;

import org.jspecify.annotations.NullMarked;
