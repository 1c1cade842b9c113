/**
 * Experiments: what one is, how its rounds run, and how its report comes about.
 *
 * <pre>
 *   ExperimentRun ──▶ Session: an uncounted run of each setting unless quick, then rounds
 *                        │ Experiment.Run.measure(Subject)
 *                        ▼
 *                     rows.csv, about.json ──▶ Reporter: Experiment.outcome ──▶ charts, page
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.experiment;

import org.jspecify.annotations.NullMarked;
