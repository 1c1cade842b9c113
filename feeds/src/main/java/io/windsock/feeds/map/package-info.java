/**
 * From rows to events: mappings, small YAML files that say what a feed's fields mean. A mapping is
 * read and checked once, against the catalogue, and compiled into writers that put Avro straight
 * into a buffer.
 *
 * <pre>
 *  YAML ──▶ MappingFile ──▶ Mapping ─▶ SourceMapping ──▶ RowMapper ──▶ FeedEvent
 *               │                          │ which columns, which file      ▲
 *            Fault…                   RowSource ─────────── Row ────────────┘
 * </pre>
 */
@NullMarked
package io.windsock.feeds.map;

import org.jspecify.annotations.NullMarked;
