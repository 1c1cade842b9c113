package io.windsock.control.checkpoint;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Detects links that copy nothing more though there is more to copy: stopped for good, or without a
 * line for very long. Such a link must not hold the log back for ever. Owned by one thread.
 */
public final class LinkProgress {
  private final long expiryMs;
  private final Map<String, Copied> copied = new HashMap<>();

  /** What a link had copied, and when that was first seen. */
  private record Copied(List<Long> offsets, long sinceMs) {}

  /** Creates a detector for links without progress for longer than this. */
  public LinkProgress(long expiryMs) {
    this.expiryMs = expiryMs;
  }

  /** Examines the log; returns the names of the links that no longer hold it back. */
  public Set<String> stuck(LogPosition log, long nowMs) {
    Set<String> stuck = new HashSet<>();
    copied.keySet().retainAll(log.links().keySet());
    log.links()
        .forEach(
            (link, offsets) -> {
              Copied before = copied.get(link);
              if (before == null || !before.offsets.equals(offsets) || !isBehind(log, offsets)) {
                copied.put(link, new Copied(offsets, nowMs));
              } else if (nowMs - before.sinceMs > expiryMs) {
                stuck.add(link);
              }
            });
    return stuck;
  }

  private static boolean isBehind(LogPosition log, List<Long> offsets) {
    for (int p = 0; p < log.partitions(); p++) {
      if (offsets.get(p) < log.ends().get(p)) {
        return true;
      }
    }
    return false;
  }
}
