/**
 * Experiments: what one is, how its rounds run, and how its report comes about.
 *
 * <pre>
 *   ExperimentCommand ──▶ Session: an uncounted round unless quick, then rounds in rotating order
 *                            │ Experiment.Run.measure(Subject)
 *                            ▼
 *                         rows.csv, about.json ──▶ Reporter: Experiment.outcome ──▶ charts, page
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.experiment;

import org.jspecify.annotations.NullMarked;
