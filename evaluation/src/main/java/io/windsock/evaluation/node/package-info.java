/**
 * Emulated nodes: processes on this machine that share a CPU quota, as if each node had a processor
 * of its own.
 *
 * <pre>
 *   Node ──start──▶ ChildProcess ──joins──▶ CpuGroup ──▶ control group of the kernel
 *     └── use ──▶ NodeUse: processor time, periods, throttled periods
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.node;

import org.jspecify.annotations.NullMarked;
