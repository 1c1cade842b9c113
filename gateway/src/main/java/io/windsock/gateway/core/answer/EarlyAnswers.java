package io.windsock.gateway.core.answer;

import io.windsock.contracts.query.Answer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Final answers to calls that have not arrived yet. A site answers all gateways that share a call,
 * and may be faster than the caller's own message to one of them; that gateway would otherwise
 * reissue the call. Bounded by number, bytes and time; the oldest are dropped first. Owned by the
 * core's thread. Not final, so that tests can put in a faulty one.
 */
public class EarlyAnswers {
  /** The most answers kept. */
  static final int MAX = 4_096;

  /** The most bytes of bodies kept. */
  static final long MAX_BYTES = 8L << 20;

  private final long keptNs;
  private final Map<String, Kept> byId = new HashMap<>();
  private final Deque<Kept> byAge = new ArrayDeque<>();
  private long bytes;

  /** An answer, the site that gave it, and when it arrived. */
  public record Kept(String site, Answer answer, long atNs) {}

  /**
   * Creates an empty memory.
   *
   * @param keptNs how long an answer is kept, ns
   */
  public EarlyAnswers(long keptNs) {
    this.keptNs = keptNs;
  }

  /** Keeps an answer, unless there is one of the same id. Returns whether it is kept. */
  public boolean keep(String site, Answer answer, long nowNs) {
    if (byId.containsKey(answer.id()) || answer.body().length > MAX_BYTES) {
      return false;
    }
    Kept kept = new Kept(site, answer, nowNs);
    byId.put(answer.id(), kept);
    byAge.add(kept);
    bytes += answer.body().length;
    while (byAge.size() > MAX || bytes > MAX_BYTES) {
      dropOldest();
    }
    return true;
  }

  /** Returns the answer to a call that has arrived, and forgets it; null if there is none. */
  public @Nullable Kept claim(String id, long nowNs) {
    Kept kept = byId.isEmpty() ? null : byId.remove(id);
    return kept != null && nowNs - kept.atNs() <= keptNs ? kept : null;
  }

  /** Drops the answers that have been kept for long enough. */
  public void expire(long nowNs) {
    Kept oldest = byAge.peek();
    while (oldest != null && nowNs - oldest.atNs() > keptNs) {
      dropOldest();
      oldest = byAge.peek();
    }
  }

  private void dropOldest() {
    Kept oldest = byAge.remove();
    bytes -= oldest.answer().body().length;
    byId.remove(oldest.answer().id(), oldest);
  }
}
