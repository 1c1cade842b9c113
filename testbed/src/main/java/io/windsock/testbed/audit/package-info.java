/**
 * Checks that a pipeline has processed everything and that its counts are consistent.
 *
 * <pre>
 *  source topics' ends ──▶ Drain ◀── last markers of both outputs (MarkerTail), sites' tokens
 *                            │ all applied
 *                            ▼
 *  every topic, read once ──▶ Audit ──▶ Summary: counts, markers, digests, what does not add up
 * </pre>
 */
@NullMarked
package io.windsock.testbed.audit;

import org.jspecify.annotations.NullMarked;
