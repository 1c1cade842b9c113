package io.windsock.gateway.loop;

import io.vertx.core.Context;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.Call;
import io.windsock.gateway.Calls;
import io.windsock.gateway.core.answer.CallCheck;
import io.windsock.gateway.core.answer.Replies;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes calls of other threads to the core's loop. Any thread may use it. */
public final class LoopCalls implements Calls {
  /** The most calls that wait for the core's loop; further ones are refused as busy. */
  static final int MAX_WAITING = 65_536;

  private static final long NS_PER_MS = 1_000_000;

  private final CoreLoop core;
  private final Runnable drained;
  private final DirectCallers directCallers;
  private final Intake intake;
  private final Replies replies;
  private volatile boolean closed;

  /**
   * Creates the way to a core.
   *
   * @param retryAfterMs after how long a caller refused as busy may call again, ms
   * @param drained is called on the core's loop after a drain, before the caller is answered
   */
  public LoopCalls(CoreLoop core, int retryAfterMs, Runnable drained) {
    this.core = core;
    this.drained = drained;
    directCallers = new DirectCallers(core);
    intake = new Intake(core.context(), MAX_WAITING, core::settle);
    replies = new Replies(retryAfterMs);
  }

  @Override
  public void ask(String caller, Call call, Context loop, Consumer<Answer> outcome) {
    CallCheck.Fault fault = fault(caller, call);
    if (fault != null) {
      tell(loop, outcome, replies.invalid(call, fault));
    } else if (closed) {
      tell(loop, outcome, replies.stopping(call));
    } else {
      long askedNs = core.nowNs();
      if (!intake.offer(() -> arrive(caller, call, askedNs, loop, outcome))) {
        tell(loop, outcome, replies.busy(call));
      }
    }
  }

  /** Returns why the core or a link would not take a call; null if they do. */
  private static CallCheck.@Nullable Fault fault(String caller, Call call) {
    if (caller.isEmpty() || !CallCheck.isCaller(caller)) {
      return new CallCheck.Fault(
          "invalid name of a caller '" + shown(caller) + "'",
          "use 1 to " + Call.MAX_CALLER_CHARS + " letters, digits, dots, dashes or underscores");
    }
    CallCheck.Fault fault = CallCheck.fault(call);
    String beyond = fault == null ? BatchBounds.fault(call) : null;
    return beyond == null ? fault : new CallCheck.Fault(beyond, "shorten it");
  }

  private static String shown(String text) {
    return text.length() <= Call.MAX_ID_CHARS ? text : text.substring(0, Call.MAX_ID_CHARS);
  }

  private static void tell(Context loop, Consumer<Answer> outcome, Answer answer) {
    loop.runOnContext(v -> outcome.accept(answer));
  }

  /** Gives a call to the core, with the time that is left after it has waited for its loop. */
  private void arrive(
      String caller, Call call, long askedNs, Context loop, Consumer<Answer> outcome) {
    long waitedMs = (core.nowNs() - askedNs) / NS_PER_MS;
    if (waitedMs < 1) {
      directCallers.ask(caller, call, loop, outcome);
    } else if (waitedMs < call.remainingMs()) {
      int remainingMs = call.remainingMs() - (int) waitedMs;
      directCallers.ask(caller, withRemaining(call, remainingMs), loop, outcome);
    } else {
      tell(loop, outcome, core.expired(call));
    }
  }

  private static Call withRemaining(Call call, int remainingMs) {
    return new Call(
        call.id(), call.question(), remainingMs, call.since(), call.copies(), call.gateways());
  }

  @Override
  public void left(String caller) {
    if (!closed) {
      intake.add(() -> directCallers.left(caller));
    }
  }

  @Override
  public void drain(String site, boolean drain, Context loop, Consumer<Boolean> done) {
    if (closed) {
      loop.runOnContext(v -> done.accept(false));
      return;
    }
    intake.add(
        () -> {
          boolean known = core.drain(site, drain);
          drained.run();
          loop.runOnContext(v -> done.accept(known));
        });
  }

  /** Refuses calls from now on, without the core. */
  public void close() {
    closed = true;
  }
}
