package io.windsock.gateway.loop;

import io.vertx.core.Context;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import io.windsock.gateway.core.Requester;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The callers whose calls did not arrive on a link, each while it has calls pending. Owned by the
 * core's loop.
 */
final class DirectCallers {
  private final CoreLoop core;
  private final Map<String, DirectCaller> byName = new HashMap<>();

  /** The outcomes on their way to each event loop; as many as the edges have event loops. */
  private final Map<Context, Outbox> outboxes = new HashMap<>();

  DirectCallers(CoreLoop core) {
    this.core = core;
  }

  /** Where the outcome of a call goes. */
  private record Receiver(Outbox outbox, Consumer<Answer> outcome) {}

  void ask(String caller, Call call, Context loop, Consumer<Answer> outcome) {
    Outbox outbox = outboxes.computeIfAbsent(loop, Outbox::new);
    byName.computeIfAbsent(caller, DirectCaller::new).ask(call, new Receiver(outbox, outcome));
  }

  void left(String caller) {
    DirectCaller direct = byName.remove(caller);
    if (direct != null) {
      core.closed(direct.requester);
    }
  }

  private void flush() {
    outboxes.values().forEach(Outbox::flush);
  }

  /** One caller. */
  private final class DirectCaller implements Recipient {
    private final Requester requester;
    private final Map<String, Receiver> pending = new HashMap<>();

    /** The receiver of the call that the core is being given; its outcome may come at once. */
    private @Nullable Receiver arriving;

    DirectCaller(String caller) {
      requester = core.opened(caller, this);
    }

    void ask(Call call, Receiver receiver) {
      arriving = receiver;
      core.enter(requester, call, core.nowNs());
      if (arriving != null) {
        arriving = null;
        pending.put(call.id(), receiver);
      }
      leaveIfDone();
    }

    @Override
    public void relay(Answer answer) {
      Receiver receiver = arriving;
      if (receiver != null) {
        // While the core takes a call, it gives outcomes of no other call of its requester.
        arriving = null;
      } else {
        receiver = pending.remove(answer.id());
        leaveIfDone();
      }
      if (receiver != null) {
        receiver.outbox().add(receiver.outcome(), answer);
      }
    }

    private void leaveIfDone() {
      if (pending.isEmpty() && byName.remove(requester.caller(), this)) {
        core.left(requester);
      }
    }

    @Override
    public void flush() {
      DirectCallers.this.flush();
    }
  }
}
