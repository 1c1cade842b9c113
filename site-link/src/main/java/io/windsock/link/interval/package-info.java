/**
 * How long the sender gathers records before each batch, and how many a batch takes. Pure.
 *
 * <pre>
 *  the primary stage ends  ── sent(Tpri) ────▶ ┐ BatchPolicy ── plan() ──▶ BatchPlan: interval, threshold
 *  the reply arrives  ── replied(N, Tback) ──▶ ┘   AdaptiveInterval, FixedBatch, BestEffort
 * </pre>
 *
 * <p>Formulas (1) to (3) are those of the adaptive batching of cooperative pipelining,
 * <i>Adaptively Cooperative Pipelining</i>, section 3.2.
 */
@NullMarked
package io.windsock.link.interval;

import org.jspecify.annotations.NullMarked;
