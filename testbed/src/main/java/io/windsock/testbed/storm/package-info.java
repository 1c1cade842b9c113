/**
 * Displays that lose power and regain it, all at once or in waves.
 *
 * <pre>
 *  StormSchedule ──intended moment──▶ Storm (one thread) ──▶ Display (on its event loop) ──GET, SSE──▶ a site
 *                                       │                       │ live, update, error
 *  StormCommand ◀── StormProgress, StormSummary ◀────────── StormStats
 * </pre>
 *
 * <p>{@code StormCeiling} lets the same displays storm a {@code StaticStream}, so that a result can
 * be seen beside what the displays achieve by themselves.
 */
@NullMarked
package io.windsock.testbed.storm;

import org.jspecify.annotations.NullMarked;
