package io.windsock.ede;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Ede#apply} did. One object an EDE, valid until its next {@code apply}; who keeps the
 * derived events copies the list.
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

  /** The state after the record. */
  public GenericRecord state() {
    if (state == null) {
      throw new IllegalStateException("nothing has been applied");
    }
    return state;
  }

  /** The events that came of it, in the order of {@code ede.yaml}; mostly empty. */
  public List<DerivedEvent> derived() {
    return derivedView;
  }

  /** How many events the record held: 1, or the parts of a coalesced update. */
  public int events() {
    return events;
  }

  /** Whether anything but {@code version}, {@code events} and {@code lateEvents} was written. */
  public boolean changed() {
    return changed;
  }
}
