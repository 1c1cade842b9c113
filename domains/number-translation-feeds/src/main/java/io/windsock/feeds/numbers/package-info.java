/**
 * Generated feeds of the domain number-translation, reproducible from their seed.
 *
 * <pre>
 *  seed ──▶ ServiceNumbers: index ──▶ number
 *                │
 *  options ──▶ GeneratedServices ──▶ services from FIRST to NEXT by index are in service
 *                │                      add: at NEXT   cancel: at FIRST   modify, count: any between
 *           ServiceWriter ──▶ FeedReader, the steps of one change after the other
 * </pre>
 */
@NullMarked
package io.windsock.feeds.numbers;

import org.jspecify.annotations.NullMarked;
