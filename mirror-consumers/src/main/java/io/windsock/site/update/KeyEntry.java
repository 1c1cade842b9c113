package io.windsock.site.update;

import io.windsock.ede.DerivedEvent;
import io.windsock.site.state.form.StoredState;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * The apply thread's copy of one key: its decoded state and its stored form in RocksDB.
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

  /** The stored form in RocksDB; null if there is none. */
  @Nullable StoredState stored;

  /** The key's places in RocksDB's views, by view; null where the key is not in the view. */
  final @Nullable ViewPlace[] places;

  /** Whether it has events that are not in RocksDB yet. */
  public boolean dirty;

  /** The last event's position in the log and its content. */
  public int partition;

  public long offset;

  /**
   * The state's version after the event. It exceeds the event's sequence if an event was withheld.
   */
  public long version;

  /** The number of the last event within its batch. */
  public int lastInBatch;

  /** The groups reported by the last update; null if this batch has reported none. */
  public @Nullable String @Nullable [] reportedGroups;

  /** The groups before this batch if writing it moved the key in a view; otherwise null. */
  public @Nullable String @Nullable [] movedFrom;

  /** Events that the EDE derived in this batch; kept only where no update carries them. */
  public List<DerivedEvent> derived = List.of();

  KeyEntry(RowKey key, int views) {
    this.key = key;
    this.text = key.text();
    places = new @Nullable ViewPlace[views];
  }

  /** Sets the stored form. */
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

  public void reported() {
    derived = List.of();
    reportedGroups = null;
    movedFrom = null;
  }
}
