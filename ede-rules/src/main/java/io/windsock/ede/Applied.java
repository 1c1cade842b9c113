package io.windsock.ede;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@link Ede#apply}. Each EDE has a single instance, which is valid until the next
 * {@code apply}; a caller that keeps the derived events copies the list.
 */
public final class Applied {
  private final List<DerivedEvent> derived = new ArrayList<>();
  private final List<DerivedEvent> derivedView = Collections.unmodifiableList(derived);
  private @Nullable GenericRecord state;
  private int events;
  private boolean changed;

  Applied() {}

  void reset(GenericRecord newState) {
    state = newState;
    derived.clear();
    events = 0;
    changed = false;
  }

  void event(boolean wrote) {
    events++;
    changed |= wrote;
  }

  void derive(DerivedEvent event) {
    derived.add(event);
    changed = true;
  }

  /** Returns the state after the record. */
  public GenericRecord state() {
    if (state == null) {
      throw new IllegalStateException("nothing has been applied");
    }
    return state;
  }

  /** Returns the derived events in the order of {@code ede.yaml}; usually empty. */
  public List<DerivedEvent> derived() {
    return derivedView;
  }

  /**
   * Returns the number of events in the record: 1, or the number of parts of a coalesced update.
   */
  public int events() {
    return events;
  }

  /**
   * Whether the record wrote any field other than {@code version}, {@code events} and {@code
   * lateEvents}.
   */
  public boolean changed() {
    return changed;
  }
}
