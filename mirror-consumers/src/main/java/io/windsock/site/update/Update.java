package io.windsock.site.update;

import io.windsock.ede.DerivedEvent;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * One key's change by one record of the log or, in a conflated batch, by all of the batch's
 * records. Immutable; any thread may read it.
 *
 * @param partition partition of the record
 * @param offset offset of the record; the token after it has {@code offset + 1} in its partition
 * @param key the key that changed
 * @param version the state's version: the highest source sequence whose event it contains
 * @param state the state after the change; a stable copy, which must not be modified
 * @param derived events that the EDE derived from it, in order; usually none
 * @param groupsBefore the key's group in each view (as in {@code EdeDefinition.views()}) before the
 *     change: the value of the view's parameter, or empty for a view without one; null where the
 *     key was not in the view
 * @param groupsAfter the key's group in each view after the change
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Update(
    int partition,
    long offset,
    String key,
    long version,
    GenericRecord state,
    List<DerivedEvent> derived,
    @Nullable String[] groupsBefore,
    @Nullable String[] groupsAfter) {

  /** The key's group in view number {@code view} before the change; null if it was not in it. */
  public @Nullable String groupBefore(int view) {
    return groupsBefore[view];
  }

  /** The key's group in view number {@code view} after the change; null if it is not in it. */
  public @Nullable String groupAfter(int view) {
    return groupsAfter[view];
  }
}
