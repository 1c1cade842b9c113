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
 * The batches that the hub deals with in one go. Usually one or few, update by update. When the hub
 * falls behind, they are conflated: one change for each key.
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

  /** Adds a batch as it is. */
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

  /** From now on holds one change a key; answers how many updates that did away with. */
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

  /** Whether it holds one change a key; such events carry no ids. */
  boolean isConflated() {
    return conflated != null;
  }

  /** Updates held. */
  int updates() {
    return updates;
  }

  /** Event records covered. */
  int events() {
    return events;
  }

  /** Its batches in order; none once it is conflated. */
  List<UpdateBatch> batches() {
    return batches;
  }

  /** The changes of a conflated one. */
  Iterable<Change> changes() {
    return conflated == null ? List.of() : conflated.values();
  }

  /** Its batches without their updates. */
  List<UpdateBatch> measured() {
    return measured;
  }

  /** Number of its last batch. */
  long lastBatch() {
    return lastOne().number();
  }

  /** The position after it. */
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
