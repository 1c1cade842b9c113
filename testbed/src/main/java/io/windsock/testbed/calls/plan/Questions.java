package io.windsock.testbed.calls.plan;

import io.windsock.contracts.query.Question;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** What calls ask for: random keys, and the rows of a view now and then. Owned by one thread. */
public final class Questions {
  private final Keys keys;
  private final double viewShare;
  private final Question.@Nullable OfView view;
  private final SplittableRandom random;

  /**
   * Creates questions.
   *
   * @param viewShare the share that asks for the view, 0 to 1
   * @param view the view; null if none is asked for
   */
  public Questions(Keys keys, double viewShare, Question.@Nullable OfView view, long seed) {
    this.keys = keys;
    this.viewShare = view == null ? 0 : viewShare;
    this.view = view;
    this.random = new SplittableRandom(seed);
  }

  /** Returns what the next call asks for. */
  public Question next() {
    if (view != null && viewShare > 0 && random.nextDouble() < viewShare) {
      return view;
    }
    return new Question.OfKey(keys.key(random.nextInt(keys.size())));
  }
}
