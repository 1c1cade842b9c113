/**
 * The mirroring API (the paper, section 3.2.1 and Table 1): what can be set, and what comes of it.
 *
 * <pre>
 *  Mirroring.setOverwrite(…) ──▶ ParameterEdits: Parameters ──▶ Parameters      pure, refuses what can't be
 *                                      │
 *                      base, functions, level, pin ──InForce──▶ the function in force
 * </pre>
 */
@NullMarked
package io.windsock.control.params;

import org.jspecify.annotations.NullMarked;
