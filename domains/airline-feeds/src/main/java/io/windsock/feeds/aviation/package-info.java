/**
 * Formats of aviation whose records need more than renaming: their rows are worked out from the
 * file's own, with fixed field names and units that a mapping refers to.
 *
 * <pre>
 *  SBS-1 lines ────────▶ SbsMessages       known values of each aircraft are merged in
 *  aircraft.json ──────▶ ReadsbSnapshots   time of position = now − seen_pos; repeats left out
 *  trace_full.json ────▶ ReadsbTraces      time = timestamp + offset
 *  BTS CSV or Avro ────▶ BtsFlights        local clocks → instants, by airport
 * </pre>
 */
@NullMarked
package io.windsock.feeds.aviation;

import org.jspecify.annotations.NullMarked;
