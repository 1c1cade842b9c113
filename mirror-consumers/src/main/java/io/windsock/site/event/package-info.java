/**
 * The text sent to clients that follow, as events shared by all of them.
 *
 * <pre>
 *  Event ─┬─▶ Chunk, which ends at a Mark ──▶ every client of a filter
 *  SseText┘
 * </pre>
 */
@NullMarked
package io.windsock.site.event;

import org.jspecify.annotations.NullMarked;
