/**
 * The laboratory: a whole cluster of emulated nodes on this machine.
 *
 * <pre>
 *   this process            central node (one quota)              mirror nodes (a quota each)
 *   Feed ───────────────▶ broker ─▶ topology ─▶ broker
 *   RegularClient ◀─────── central site ◀──────────┤
 *   Httperf ───────────────────────────────────────┼────────────▶ mirror 1 … mirror n
 *   controller, Monitor ◀──────────────────────────┘
 * </pre>
 *
 * {@code Cluster} starts the processes, {@code Lab} runs event sequences through it, {@code
 * FunctionSwitch} puts mirroring functions in force.
 */
@NullMarked
package io.windsock.evaluation.lab;

import org.jspecify.annotations.NullMarked;
