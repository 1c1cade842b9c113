/**
 * What experiments on a cluster share: a warm laboratory with calibrated sequences of events.
 *
 * <pre>
 *   Bench ──▶ Lab: start, warm-up, events that fill a run
 *     ├── sequence, follow ──▶ measures by name
 *     └── FullLoad, by ramps ──▶ the rate that loads are shares of
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.bench;

import org.jspecify.annotations.NullMarked;
