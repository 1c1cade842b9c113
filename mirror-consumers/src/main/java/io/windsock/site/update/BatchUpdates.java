package io.windsock.site.update;

import io.windsock.contracts.position.Token;
import io.windsock.ede.DerivedEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Collects a batch's updates for listeners. Owned by the apply thread. */
public final class BatchUpdates {
  private static final int FIRST_CAPACITY = 512;

  private long[] startsMs = new long[FIRST_CAPACITY];
  private int events;
  private List<Update> updates = new ArrayList<>();
  private boolean eachEvent;

  /** Begins a batch. {@code wanted} says whether to keep an update for each event. */
  public void begin(boolean wanted) {
    eachEvent = wanted;
    events = 0;
    updates = new ArrayList<>();
  }

  /** Whether an update for each event is kept. */
  public boolean eachEvent() {
    return eachEvent;
  }

  /** Counts an event and returns its number within the batch. */
  public int event(long startMs) {
    if (events == startsMs.length) {
      startsMs = Arrays.copyOf(startsMs, 2 * events);
    }
    startsMs[events] = startMs;
    return events++;
  }

  public void add(
      KeyEntry entry,
      GenericRecord state,
      List<DerivedEvent> derived,
      @Nullable String[] before,
      @Nullable String[] after) {
    // Everything in a state but the EDE's own memory is immutable, so a shallow copy is enough.
    GenericRecord copy = new GenericData.Record((GenericData.Record) state, false);
    updates.add(
        new Update(
            entry.partition,
            entry.offset,
            entry.text,
            entry.version,
            copy,
            List.copyOf(derived),
            before,
            after));
  }

  public UpdateBatch end(long number, Token before, Token token, boolean live) {
    long[] times = Arrays.copyOf(startsMs, events);
    return new UpdateBatch(number, before, token, live, updates, times);
  }
}
