/**
 * A member's name belongs to one running process: the one whose first sample under it comes first
 * on the monitor topic.
 *
 * <pre>
 *  own samples ──offset──▶ Incarnation ◀── NameRule ◀── NamedSample ── samples of the same name
 *                                             └──▶ keep the name, or give way
 * </pre>
 */
@NullMarked
package io.windsock.platform.name;

import org.jspecify.annotations.NullMarked;
