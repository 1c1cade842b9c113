package io.windsock.site.update;

import io.windsock.ede.DerivedEvent;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * One key's change by one record of the log or, in a conflated batch, by all of the batch's
 * records. Immutable; any thread may read it.
 */
public final class Update {
  private final int partition;
  private final long offset;
  private final String key;
  private final long version;
  private final GenericRecord state;
  private final long appendTimeMs;
  private final List<DerivedEvent> derived;
  private final @Nullable String[] groupsBefore;
  private final @Nullable String[] groupsAfter;

  /** Creates the update for {@code entry}'s last event. */
  Update(
      KeyEntry entry,
      GenericRecord state,
      List<DerivedEvent> derived,
      @Nullable String[] groupsBefore,
      @Nullable String[] groupsAfter) {
    partition = entry.partition;
    offset = entry.offset;
    key = entry.text;
    version = entry.version;
    appendTimeMs = entry.appendTimeMs;
    this.state = state;
    this.derived = derived;
    this.groupsBefore = groupsBefore;
    this.groupsAfter = groupsAfter;
  }

  /** Partition of the record. */
  public int partition() {
    return partition;
  }

  /** Offset of the record; the token after it has {@code offset + 1} in its partition. */
  public long offset() {
    return offset;
  }

  /** The key that changed. */
  public String key() {
    return key;
  }

  /** The state's version: the highest source sequence whose event it contains. */
  public long version() {
    return version;
  }

  /** The state after the change. A stable copy, which must not be modified. */
  public GenericRecord state() {
    return state;
  }

  /** Append time of the source event in its source topic, ms since the epoch. */
  public long appendTimeMs() {
    return appendTimeMs;
  }

  /** Events that the EDE derived from it, in order; usually none. */
  public List<DerivedEvent> derived() {
    return derived;
  }

  /**
   * The key's group in view number {@code view} (as in {@code EdeDefinition.views()}) before the
   * change: the value of the view's parameter, or empty for a view without one. Null if the key was
   * not in the view.
   */
  public @Nullable String groupBefore(int view) {
    return groupsBefore[view];
  }

  /**
   * The key's group in view number {@code view} after the change; null if it is not in the view.
   */
  public @Nullable String groupAfter(int view) {
    return groupsAfter[view];
  }
}
