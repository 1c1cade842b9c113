/**
 * The experiments of the paper's section 4: Figures 4 to 9.
 *
 * <pre>
 *   Figure4 … Figure8 ──▶ Bench: sequences, constant rates ──▶ measures
 *   Figure9           ──▶ BurstLoad: calibrated, BurstRun: measures by second
 *   all               ──▶ Comparison: ratios by round, curves ──▶ findings, charts
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.mirroring;

import org.jspecify.annotations.NullMarked;
