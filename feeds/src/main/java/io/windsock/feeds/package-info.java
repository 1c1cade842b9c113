/**
 * Feeds as a single sequence of events in order of event time.
 *
 * <pre>
 *  files, standard input ──▶ read: bytes → records ──▶ map: records → events ──▶ order ──▶ FeedReader
 *                                        │                      │                              │
 *                                        └──────▶ FaultSink ◀───┘              replay, info ◀──┘
 * </pre>
 */
@NullMarked
package io.windsock.feeds;

import org.jspecify.annotations.NullMarked;
