/**
 * From bytes to rows: what a file holds, record by record, without knowing what it means.
 *
 * <pre>
 *  file or standard input ──▶ Input ──▶ Sample             what is it?
 *                              │
 *                              ├──▶ Lines ──▶ CsvRows ─────┐
 *                              ├──▶ JsonDocuments ▶ JsonRows ──▶ RowSource ──▶ aviation, map
 *                              └──▶ AvroContainer ▶ AvroRows ┘       │
 *                                                                  Tally ──▶ FaultSink
 * </pre>
 */
@NullMarked
package io.windsock.feeds.read;

import org.jspecify.annotations.NullMarked;
