/**
 * Compares what a link has copied with its source.
 *
 * <pre>
 *  LinkVerify ──▶ Clusters: position, ids, where both logs begin and end
 *      │
 *      └─ each partition ──▶ PartitionCheck ──▶ LogCursor at the source ──▶ RangeDigest ─┐
 *                                          └──▶ LogCursor at the target ──▶ RangeDigest ─┴▶ PartitionResult
 * </pre>
 *
 * <p>Offsets differ between the clusters, because transactions leave markers in the log. Records
 * are therefore compared by their number, from the beginning of the log, or, if it was trimmed,
 * from the end.
 */
@NullMarked
package io.windsock.link.verify;

import org.jspecify.annotations.NullMarked;
