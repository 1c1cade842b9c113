/**
 * The path from the log to the state, on one thread.
 *
 * <pre>
 *  output topic ──poll──▶ ApplyLoop ──▶ Applier ── Ede ──▶ StateWriter ──▶ UpdateListener
 *                             │            │
 *                        Checkpoints   MarkerLedger
 *                     (offsets, at markers)  (numbers and counts add up)
 * </pre>
 */
@NullMarked
package io.windsock.site.apply;

import org.jspecify.annotations.NullMarked;
