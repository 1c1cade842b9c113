/**
 * Policies that decide how to react to measurements: pure, without a clock or randomness.
 *
 * <pre>
 *  Observation ──┐
 *  (Readings)    ├──▶ Policy ──▶ Outcome ──┬──▶ Change: from, to, what decided, why   (or none)
 *  PolicyState ──┘                         └──▶ PolicyState ──┐
 *       ▲                                                     │
 *       └─────────────────────────────────────────────────────┘
 * </pre>
 *
 * The mirroring level ranges from 0, the exact base function, to 1, the cheapest function. {@link
 * io.windsock.control.policy.ThresholdsPolicy} is the paper's (section 3.2.2) and uses only these
 * two; {@link io.windsock.control.policy.ObjectivePolicy} moves between them. All types here are
 * immutable and may be used from any thread.
 */
@NullMarked
package io.windsock.control.policy;

import org.jspecify.annotations.NullMarked;
