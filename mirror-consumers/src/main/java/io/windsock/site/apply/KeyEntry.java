package io.windsock.site.apply;

import io.windsock.ede.DerivedEvent;
import io.windsock.site.state.StoredState;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * One key as the apply thread holds it: its decoded state, and what RocksDB has of it.
 *
 * <pre>
 * clean ──event──▶ dirty ──event──▶ dirty ──written──▶ clean      only clean entries leave the cache
 * </pre>
 */
final class KeyEntry {
  final RowKey key;
  final String text;

  /** The state after the last event; null until the first. */
  @Nullable GenericRecord state;

  /** What RocksDB has; null: nothing. */
  @Nullable StoredState stored;

  /** The places in RocksDB's views, by view; null: not in the view. */
  final @Nullable ViewPlace[] places;

  /** Whether it has events that RocksDB does not. */
  boolean dirty;

  /** Of the last event: where it was in the log, and what it brought. */
  int partition;

  long offset;

  /**
   * The state's version after it: higher than the event's sequence where the event was withheld.
   */
  long version;

  long appendTimeMs;

  /** The number of the last event within its batch. */
  int lastInBatch;

  /** The groups that the last update told of; null where this batch has told none. */
  @Nullable String @Nullable [] toldGroups;

  /** The groups before this batch, where writing it moved the key in a view; else null. */
  @Nullable String @Nullable [] movedFrom;

  /** What the EDE derived from this batch's events; kept only where no update tells of it. */
  List<DerivedEvent> derived = List.of();

  KeyEntry(RowKey key, int views) {
    this.key = key;
    this.text = key.text();
    places = new @Nullable ViewPlace[views];
  }

  /** Notes what RocksDB has of it. */
  void loaded(StoredState has, GenericRecord decoded) {
    stored = has;
    state = decoded;
    partition = has.partition();
    offset = has.offset();
  }

  void addDerived(List<DerivedEvent> more) {
    if (!more.isEmpty()) {
      List<DerivedEvent> all = new ArrayList<>(derived);
      all.addAll(more);
      derived = List.copyOf(all);
    }
  }

  void written(StoredState now) {
    stored = now;
    dirty = false;
  }

  void told() {
    derived = List.of();
    toldGroups = null;
    movedFrom = null;
  }
}
