package io.windsock.site.update;

import io.windsock.ede.DerivedEvent;
import io.windsock.site.state.form.StoredState;
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
public final class KeyEntry {
  final RowKey key;
  public final String text;

  /** The state after the last event; null until the first. */
  public @Nullable GenericRecord state;

  /** What RocksDB has; null: nothing. */
  @Nullable StoredState stored;

  /** The places in RocksDB's views, by view; null: not in the view. */
  final @Nullable ViewPlace[] places;

  /** Whether it has events that RocksDB does not. */
  public boolean dirty;

  /** Of the last event: where it was in the log, and what it brought. */
  public int partition;

  public long offset;

  /**
   * The state's version after it: higher than the event's sequence where the event was withheld.
   */
  public long version;

  public long appendTimeMs;

  /** The number of the last event within its batch. */
  public int lastInBatch;

  /** The groups that the last update told of; null where this batch has told none. */
  public @Nullable String @Nullable [] toldGroups;

  /** The groups before this batch, where writing it moved the key in a view; else null. */
  public @Nullable String @Nullable [] movedFrom;

  /** What the EDE derived from this batch's events; kept only where no update tells of it. */
  public List<DerivedEvent> derived = List.of();

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

  public void addDerived(List<DerivedEvent> more) {
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

  public void told() {
    derived = List.of();
    toldGroups = null;
    movedFrom = null;
  }
}
