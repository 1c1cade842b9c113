/**
 * What clients that follow are sent, as text: events, shared by everyone who gets them.
 *
 * <pre>
 *  Event ─┬─▶ Chunk, which ends at a Mark ──▶ every client of a filter
 *  SseText┘
 * </pre>
 */
@NullMarked
package io.windsock.site.event;

import org.jspecify.annotations.NullMarked;
