/**
 * What experiments on a cluster share: a warm laboratory with calibrated sequences of events.
 *
 * <pre>
 *   Benches ──▶ Lab: start and warm-up, or the one kept
 *     └── Bench: events that fill a run
 *           ├── sequence ──▶ measures by name
 *           └── FullLoad, by ramps ──▶ the rate that loads are shares of
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.bench;

import org.jspecify.annotations.NullMarked;
