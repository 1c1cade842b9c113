/**
 * Merges several files into one sequence in order of event time, in bounded memory.
 *
 * <pre>
 *  file in order of time ───────────────────────────────▶┐
 *  file in another order ──▶ SortedFeed ─▶ EventRun… ───▶┤ MergedFeed ──▶ FeedReader
 * </pre>
 */
@NullMarked
package io.windsock.feeds.order;

import org.jspecify.annotations.NullMarked;
