/**
 * What to do about what is measured: pure, without a clock or chance.
 *
 * <pre>
 *  Observation ──┐
 *  (Readings)    ├──▶ Policy ──▶ Outcome ──┬──▶ Change: from, to, what decided, why   (or none)
 *  PolicyState ──┘                         └──▶ PolicyState ──┐
 *       ▲                                                     │
 *       └─────────────────────────────────────────────────────┘
 * </pre>
 *
 * A level says how far the mirroring has gone: 0 is the exact base function, 1 the cheapest one.
 * {@link io.windsock.control.policy.ThresholdsPolicy} is the paper's (section 3.2.2) and knows
 * these two; {@link io.windsock.control.policy.ObjectivePolicy} moves between them. Everything here
 * is immutable and may be used from any thread.
 */
@NullMarked
package io.windsock.control.policy;

import org.jspecify.annotations.NullMarked;
