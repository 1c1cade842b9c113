/**
 * A change of the parameters: its caller, the resulting parameters, and the decision that records
 * it.
 *
 * <pre>
 *  any thread               │ control thread
 *  ChangeQueue.by(caller) ──┼──▶ ChangeQueue.take ──▶ ParameterChange ──▶ Revision: parameters, decision
 *        waits ◀── Written ─┼────────────────────────────── written by actuate ◀──┘
 * </pre>
 */
@NullMarked
package io.windsock.control.change;

import org.jspecify.annotations.NullMarked;
