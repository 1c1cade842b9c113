/**
 * The load generators of the experiments.
 *
 * <pre>
 *  Positions ─▶ Feed ─▶ source topic ─▶ topology ─┬─▶ central site ─▶ RegularClient: update delay
 *                                                 └─▶ mirrors ◀─▶ Httperf: requests for initial state
 * </pre>
 *
 * <p>{@link SentDelays} are its delays by when events were sent. {@link Followers} and {@link
 * Displays} are many clients that follow a view. {@link LogTrimmer} deletes what was read.
 */
@NullMarked
package io.windsock.evaluation.load;

import org.jspecify.annotations.NullMarked;
