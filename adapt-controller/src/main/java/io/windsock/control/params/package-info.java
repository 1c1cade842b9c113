/**
 * The effect of the calls of the mirroring API (the paper, section 3.2.1 and Table 1) on the
 * parameters. Pure.
 *
 * <pre>
 *  MirroringCall ──▶ ParameterEdits: Parameters ──▶ Parameters      refuses what does not fit them
 *                          │
 *          base, functions, level, pin ──InForce──▶ the function in force
 * </pre>
 */
@NullMarked
package io.windsock.control.params;

import org.jspecify.annotations.NullMarked;
