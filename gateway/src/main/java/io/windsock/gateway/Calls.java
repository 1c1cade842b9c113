package io.windsock.gateway;

import io.vertx.core.Context;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import java.util.function.Consumer;

/** Accepts calls from the edges of a gateway. Any thread may call it. */
public interface Calls {
  /**
   * Asks a question. The outcome comes exactly once, before or soon after the deadline, unless the
   * caller has left.
   *
   * @param caller the caller's name, 1 to {@link Call#MAX_CALLER_CHARS} letters, digits, dots,
   *     dashes or underscores
   * @param call what is asked; its id is unique among the caller's pending calls
   * @param loop the event loop on which the outcome is handed over
   */
  void ask(String caller, Call call, Context loop, Consumer<Answer> outcome);

  /** Drops the pending calls of a caller that no longer wants outcomes. */
  void left(String caller);

  /**
   * Stops or resumes sending calls to a site.
   *
   * @param done receives, on {@code loop}, whether the site is known
   */
  void drain(String site, boolean drain, Context loop, Consumer<Boolean> done);
}
