/**
 * What became of the calls of a load, by the second in which they were due; and the result, as
 * values and in files.
 *
 * <pre>
 *  sent, outcome ──▶ Tally ──▶ Interval ──all outcomes in──▶ IntervalResult ──▶ CallsResult ──▶ ResultFiles
 * </pre>
 */
@NullMarked
package io.windsock.testbed.calls.tally;

import org.jspecify.annotations.NullMarked;
