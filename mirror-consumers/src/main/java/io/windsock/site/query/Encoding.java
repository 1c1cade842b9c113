package io.windsock.site.query;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An encoded view, complete or in progress, shared by all that wait for it. Any thread may use it.
 */
public final class Encoding {
  /** Receives the result, on the encoding thread or immediately if it is complete. */
  public interface Waiter {
    /**
     * Called when the encoding is complete.
     *
     * @param view the view; null if it is too big to be kept, or if encoding failed
     * @param failure the cause of the failure; null if there is none
     */
    void done(@Nullable EncodedView view, @Nullable RuntimeException failure);
  }

  private final List<Waiter> waiters = new ArrayList<>(1);
  private volatile @Nullable EncodedView view;
  private @Nullable RuntimeException failure;
  private boolean done;

  /** The view; null if it is not complete or there is none. */
  @Nullable EncodedView view() {
    return view;
  }

  /** Calls {@code waiter} when the encoding is complete. */
  public void whenDone(Waiter waiter) {
    synchronized (this) {
      if (!done) {
        waiters.add(waiter);
        return;
      }
    }
    waiter.done(view, failure);
  }

  /** Completes the encoding. Called once. */
  void done(@Nullable EncodedView made, @Nullable RuntimeException why) {
    List<Waiter> told;
    synchronized (this) {
      view = made;
      failure = why;
      done = true;
      told = List.copyOf(waiters);
      waiters.clear();
    }
    for (Waiter waiter : told) {
      waiter.done(made, why);
    }
  }
}
