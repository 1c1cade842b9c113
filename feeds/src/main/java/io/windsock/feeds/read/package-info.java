/**
 * Converts bytes to rows: reads the records of a file without interpreting them.
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
