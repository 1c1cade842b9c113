package io.windsock.site.subscribe;

import io.windsock.contracts.position.Token;
import io.windsock.site.update.Update;
import io.windsock.site.update.UpdateBatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one round of the hub. Usually there are few, held update by update. If the hub
 * falls behind, they are conflated to one change for each key.
 */
final class PendingBatches {
  private final int views;
  private final List<UpdateBatch> batches = new ArrayList<>();
  private final List<UpdateBatch> measured = new ArrayList<>();
  private @Nullable Map<String, Change> conflated;
  private int updates;
  private int events;
  private @Nullable UpdateBatch last;

  PendingBatches(int views) {
    this.views = views;
  }

  /** Adds a batch unchanged. */
  void add(UpdateBatch batch) {
    last = batch;
    events += batch.events();
    if (batch.events() > 0) {
      measured.add(batch.withoutUpdates());
    }
    if (conflated == null) {
      batches.add(batch);
      updates += batch.size();
    } else {
      merge(batch, conflated);
    }
  }

  /** Conflates to one change per key from now on. Returns the number of updates removed. */
  int conflate() {
    int before = updates;
    if (conflated == null) {
      conflated = new LinkedHashMap<>();
      updates = 0;
      for (UpdateBatch batch : batches) {
        merge(batch, conflated);
      }
      batches.clear();
    }
    return before - updates;
  }

  private void merge(UpdateBatch batch, Map<String, Change> into) {
    for (int i = 0; i < batch.size(); i++) {
      Update update = batch.update(i);
      Change known = into.get(update.key());
      if (known == null) {
        into.put(update.key(), new Change(update, batch.number()));
        updates++;
      } else {
        known.replace(update, batch.number(), views);
      }
    }
  }

  boolean isEmpty() {
    return last == null;
  }

  /** Whether it holds one change per key; such events carry no ids. */
  boolean isConflated() {
    return conflated != null;
  }

  /** The number of updates held. */
  int updates() {
    return updates;
  }

  /** The number of event records covered. */
  int events() {
    return events;
  }

  /** The batches in order; none after conflation. */
  List<UpdateBatch> batches() {
    return batches;
  }

  /** The changes after conflation. */
  Iterable<Change> changes() {
    return conflated == null ? List.of() : conflated.values();
  }

  /** The batches without their updates. */
  List<UpdateBatch> measured() {
    return measured;
  }

  /** The number of the last batch. */
  long lastBatch() {
    return lastOne().number();
  }

  /** The position after the last batch. */
  Token token() {
    return lastOne().token();
  }

  private UpdateBatch lastOne() {
    if (last == null) {
      throw new IllegalStateException("a round without a batch");
    }
    return last;
  }
}
