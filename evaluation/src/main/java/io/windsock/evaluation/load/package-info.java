/**
 * The load generators of the experiments, and their own ceilings.
 *
 * <pre>
 *  Positions ─▶ Feed ─▶ source topic ─▶ topology ─┬─▶ central site ─▶ RegularClient: update delay
 *                                                 └─▶ mirrors ◀─▶ Httperf: requests for initial state
 * </pre>
 *
 * <p>{@link io.windsock.evaluation.load.Ceilings} measures each generator against a program that
 * does as little as possible. An experiment that comes near a ceiling measures its generator.
 */
@NullMarked
package io.windsock.evaluation.load;

import org.jspecify.annotations.NullMarked;
