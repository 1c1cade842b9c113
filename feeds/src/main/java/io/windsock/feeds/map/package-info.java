/**
 * Converts rows to events by mappings: small YAML files that define the meaning of a feed's fields.
 * A mapping is read and checked once against the catalogue, and compiled into writers that encode
 * Avro directly into a buffer.
 *
 * <pre>
 *  YAML ──▶ Mapping ──▶ SourceMapping ──▶ RowMapper ──▶ FeedEvent
 *             │               │ which columns, ▲
 *             │               │ which file     │
 *          Fault…        RowSource ─────── Row ──┘
 * </pre>
 */
@NullMarked
package io.windsock.feeds.map;

import org.jspecify.annotations.NullMarked;
