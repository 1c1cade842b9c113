/**
 * How the controller acts: once elected, it writes parameters, decisions and commit points, each
 * change in one transaction.
 *
 * <pre>
 *  waiting ──partition of the control topic assigned──▶ active ──revoked, or its producer fenced──▶ waiting
 * </pre>
 */
@NullMarked
package io.windsock.control.actuate;

import org.jspecify.annotations.NullMarked;
