/**
 * Aviation formats whose records need more than renaming. Their rows are computed from the file's
 * records and have fixed field names and units, to which mappings refer.
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
