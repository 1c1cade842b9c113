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
  private int left;

  /**
   * Creates a batch without results.
   *
   * @param done receives all results, in the order of the updates
   */
  UpdateBatch(int updates, Consumer<List<UpdateResult>> done) {
    this.results = new UpdateResult[updates];
    this.left = updates;
    this.done = done;
  }

  boolean failed(String key) {
    return failed.contains(key);
  }

  void end(int place, String key, UpdateResult result) {
    results[place] = result;
    if (result.outcome() != UpdateResult.Outcome.WRITTEN) {
      failed.add(key);
    }
    left--;
    if (left == 0) {
      done.accept(Arrays.asList(results));
    }
  }
}
