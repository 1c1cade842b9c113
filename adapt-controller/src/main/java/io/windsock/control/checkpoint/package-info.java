/**
 * Checkpoints (the paper, section 3.2.1): how far all live sites have committed, and which part of
 * the log is no longer needed.
 *
 * <pre>
 *  committed offsets, samples ──CommitRule──▶ CommitPoint ──announced──▶ control topic
 *                                               └──published snapshot──▶ deleteRecords
 * </pre>
 */
@NullMarked
package io.windsock.control.checkpoint;

import org.jspecify.annotations.NullMarked;
