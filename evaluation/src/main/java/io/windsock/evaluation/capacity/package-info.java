/**
 * The capacity model: how many machines of each role a load needs, and what saturates first.
 *
 * <pre>
 *   rows of scale-* ──Work, measured──▶ CostFit ──▶ Cost ──▶ Coefficients ──▶ coefficients.json
 *                                                                 │
 *   Demand ─────────────────────────────────────▶ CapacityModel ──┴──▶ Plan: RolePlan ─▶ Use
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.capacity;

import org.jspecify.annotations.NullMarked;
