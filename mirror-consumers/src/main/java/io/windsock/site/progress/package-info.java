/**
 * How far a site is, whether it reaches the log, and so whom it may serve.
 *
 * <pre>
 *  EndWatch, LogReader ──▶ LogEnds ── Outages ──▶ ReadyQueue ──▶ Progress ──▶ Readiness
 *                                                    │   a Stall makes it old
 *                                                 Contact, CatchUp: the same in words
 * </pre>
 */
@NullMarked
package io.windsock.site.progress;

import org.jspecify.annotations.NullMarked;
