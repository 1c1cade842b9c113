/**
 * Checkpoints (the paper, section 3.2.1): how far all live sites have come, and what of the log
 * nobody needs any more.
 *
 * <pre>
 *  committed offsets, samples ──CommitRule──▶ CommitPoint ──announced──▶ control topic
 *                                               └──published snapshot──▶ deleteRecords
 * </pre>
 */
@NullMarked
package io.windsock.control.checkpoint;

import org.jspecify.annotations.NullMarked;
