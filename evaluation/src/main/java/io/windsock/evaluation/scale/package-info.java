/**
 * What one mirror costs by events, keys, displays, partitions and initial state, what gateways and
 * sites cost by calls, and whether the capacity model predicts what was not used to fit it.
 *
 * <pre>
 *   ScaleExperiments ─▶ Case ─▶ ScaleRun ─▶ ScaleLab ── load.Displays, Asker ──▶ rows
 *          └─ ScaleCalls ─▶ CallCostRun ─▶ gateway.lab.CallLab ──────────────────▶ │
 *   capacity.Coefficients ◀── Fitting ◀── MeasuredRun ◀───────────────────────────┘
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.scale;

import org.jspecify.annotations.NullMarked;
