package io.windsock.gateway.update;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The updates of one request, and what became of them. The writer's thread owns it. */
final class UpdateBatch {
  private final UpdateResult[] results;
  private final Set<String> failed = new HashSet<>();
  private final Consumer<List<UpdateResult>> done;
  private long progressNs;
  private int left;

  /**
   * Creates a batch without results.
   *
   * @param acceptedNs when it was accepted
   * @param done receives all results, in the order of the updates
   */
  UpdateBatch(int updates, long acceptedNs, Consumer<List<UpdateResult>> done) {
    this.results = new UpdateResult[updates];
    this.left = updates;
    this.progressNs = acceptedNs;
    this.done = done;
  }

  boolean failed(String key) {
    return failed.contains(key);
  }

  /**
   * Returns for how long it has waited without progress: since it was accepted, or since one of its
   * updates was written, ns. A thousand updates of one key take a thousand writes, so the whole
   * time would be too short for them however often they are sent.
   */
  long waitedNs(long nowNs) {
    return nowNs - progressNs;
  }

  void end(int place, String key, UpdateResult result, long nowNs) {
    results[place] = result;
    if (result.outcome() == UpdateResult.Outcome.WRITTEN) {
      progressNs = nowNs;
    } else {
      failed.add(key);
    }
    left--;
    if (left == 0) {
      done.accept(Arrays.asList(results));
    }
  }
}
