/**
 * A display as a site sees it: a connection, a request, initial state, updates.
 *
 * <pre>
 *  DisplayRequest ──▶ Display ──▶ SseNames: reset, rows, live, update
 *  DisplayLoops ─────────┘ └────▶ DisplayWatch
 * </pre>
 */
@NullMarked
package io.windsock.testbed.storm.display;

import org.jspecify.annotations.NullMarked;
