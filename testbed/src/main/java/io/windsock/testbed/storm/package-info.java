/**
 * Displays that lose power and regain it, all at once or in waves.
 *
 * <pre>
 *  StormSchedule ──intended moment──▶ Storm (one thread) ──▶ Display (on its event loop) ──GET, SSE──▶ a site
 *                                       │                       │ live, update, error
 *  StormCommand ◀── StormProgress, StormSummary ◀────────── StormStats
 * </pre>
 */
@NullMarked
package io.windsock.testbed.storm;

import org.jspecify.annotations.NullMarked;
