/**
 * A site's progress, its contact with the log, and the resulting readiness to serve clients.
 *
 * <pre>
 *  EndWatch, LogReader ──▶ LogEnds ── Outages ──▶ ReadyQueue ──▶ Progress ──▶ Readiness
 *                                                    │   a Stall makes it old
 *                                                 Contact, CatchUp: the same in words
 *
 *  ProgressMeter takes a step of this when the apply thread calls it.
 * </pre>
 */
@NullMarked
package io.windsock.site.progress;

import org.jspecify.annotations.NullMarked;
