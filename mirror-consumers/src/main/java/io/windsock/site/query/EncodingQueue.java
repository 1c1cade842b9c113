package io.windsock.site.query;

import io.windsock.site.query.ViewCache.Variant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The order of encodings. At most one of each form of a view is in progress; requests that come too
 * late for its snapshot share the next one, however many batches change the view meanwhile. So a
 * view costs no more than one encoding after the other, and the busier the workers are, the more
 * requests share one. Any thread may call it.
 *
 * <pre>
 *  join ──▶ next ──begin──▶ in progress ──end──▶ (the next one, if any, must be started)
 *            │
 *            └── refused
 * </pre>
 */
final class EncodingQueue {
  /** What is to be encoded. */
  record Wanted(ViewGroup group, Variant variant) {
    /** The same, not compressed. */
    Wanted plain() {
      return new Wanted(group, new Variant(variant.limit(), variant.form().plain()));
    }
  }

  /**
   * The place of a request.
   *
   * @param result what it waits for
   * @param created whether no earlier request waits for that
   * @param mustStart whether the caller must start it; otherwise the one in progress is followed by
   *     it, or another caller starts it
   */
  record Place(
      CompletableFuture<@Nullable EncodedView> result, boolean created, boolean mustStart) {}

  /** The encodings of one form of a view. */
  private static final class Turn {
    private @Nullable CompletableFuture<@Nullable EncodedView> next;
    private boolean inProgress;
  }

  private final Map<Wanted, Turn> turns = new HashMap<>();

  /**
   * Joins a request to the next encoding.
   *
   * @param current returns the encoding of the current version if there is one, which is then
   *     joined instead: it may have begun since the caller looked
   */
  synchronized Place join(
      Wanted wanted, Supplier<@Nullable CompletableFuture<@Nullable EncodedView>> current) {
    CompletableFuture<@Nullable EncodedView> begun = current.get();
    if (begun != null) {
      return new Place(begun, false, false);
    }
    Turn turn = turns.computeIfAbsent(wanted, it -> new Turn());
    if (turn.next != null) {
      return new Place(turn.next, false, false);
    }
    turn.next = new CompletableFuture<>();
    return new Place(turn.next, true, !turn.inProgress);
  }

  /**
   * Begins the next encoding, whose snapshot is taken afterwards.
   *
   * @param publish makes the encoding the current version's, before anyone can miss it here
   * @return its result
   */
  synchronized CompletableFuture<@Nullable EncodedView> begin(
      Wanted wanted, Consumer<CompletableFuture<@Nullable EncodedView>> publish) {
    Turn turn = turn(wanted);
    CompletableFuture<@Nullable EncodedView> result = takeNext(turn);
    turn.inProgress = true;
    publish.accept(result);
    return result;
  }

  /** Ends the encoding in progress; returns whether the caller must start the next one. */
  synchronized boolean end(Wanted wanted) {
    Turn turn = turn(wanted);
    turn.inProgress = false;
    if (turn.next == null) {
      turns.remove(wanted);
    }
    return turn.next != null;
  }

  /** Removes the next encoding, which could not be started; returns what it should have given. */
  synchronized CompletableFuture<@Nullable EncodedView> refused(Wanted wanted) {
    CompletableFuture<@Nullable EncodedView> result = takeNext(turn(wanted));
    turns.remove(wanted);
    return result;
  }

  private Turn turn(Wanted wanted) {
    return Objects.requireNonNull(turns.get(wanted), "it was not joined");
  }

  private static CompletableFuture<@Nullable EncodedView> takeNext(Turn turn) {
    CompletableFuture<@Nullable EncodedView> next = Objects.requireNonNull(turn.next);
    turn.next = null;
    return next;
  }
}
