/**
 * What one mirror costs by events, keys, displays, partitions and initial state, and whether the
 * capacity model predicts what was not used to fit it.
 *
 * <pre>
 *   ScaleExperiments ─▶ Case ─▶ ScaleRun ─▶ ScaleLab ── Displays, Asker ──▶ rows
 *                                                                            │
 *   capacity.Coefficients ◀── Fitting ◀── MeasuredRun ◀──────────────────────┘
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.scale;

import org.jspecify.annotations.NullMarked;
