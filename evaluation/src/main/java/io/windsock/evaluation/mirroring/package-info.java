/**
 * The experiments of the paper's section 4: Figures 4 to 9.
 *
 * <pre>
 *   Figure4 … Figure9 ──▶ Bench: a warm Lab, calibrated sequences ──▶ measures
 *                     └─▶ Comparison: ratios by round, curves      ──▶ findings, charts
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.mirroring;

import org.jspecify.annotations.NullMarked;
