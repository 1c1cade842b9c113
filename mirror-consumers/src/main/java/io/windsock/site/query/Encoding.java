package io.windsock.site.query;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An encoded view that is there, or under way for all who wait for it. Any thread may use it. */
public final class Encoding {
  /** Takes what came of it, on the thread that made it, or at once where it is there. */
  public interface Waiter {
    /**
     * It is done.
     *
     * @param view the view; null if it is too big to be kept, or failed
     * @param failure why it failed; null if it did not
     */
    void done(@Nullable EncodedView view, @Nullable RuntimeException failure);
  }

  private final List<Waiter> waiters = new ArrayList<>(1);
  private volatile @Nullable EncodedView view;
  private @Nullable RuntimeException failure;
  private boolean done;

  /** The view; null if it isn't there, yet or at all. */
  @Nullable EncodedView view() {
    return view;
  }

  /** Tells {@code waiter} when it is done. */
  public void whenDone(Waiter waiter) {
    synchronized (this) {
      if (!done) {
        waiters.add(waiter);
        return;
      }
    }
    waiter.done(view, failure);
  }

  /** It is done, once. */
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
