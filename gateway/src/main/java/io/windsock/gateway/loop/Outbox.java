package io.windsock.gateway.loop;

import io.vertx.core.Context;
import io.windsock.contracts.query.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Outcomes on their way to one event loop, which takes those of a turn of the core's loop at once.
 * Bounded by the calls that may be pending. Owned by the core's loop.
 */
final class Outbox {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

  private final Context loop;
  private List<Outcome> waiting = new ArrayList<>();

  private record Outcome(Consumer<Answer> receiver, Answer answer) {}

  Outbox(Context loop) {
    this.loop = loop;
  }

  void add(Consumer<Answer> receiver, Answer answer) {
    waiting.add(new Outcome(receiver, answer));
  }

  void flush() {
    if (waiting.isEmpty()) {
      return;
    }
    List<Outcome> sent = waiting;
    waiting = new ArrayList<>();
    loop.runOnContext(v -> sent.forEach(Outbox::hand));
  }

  private static void hand(Outcome outcome) {
    try {
      outcome.receiver().accept(outcome.answer());
    } catch (RuntimeException e) {
      LOG.error("the outcome of call '{}' was not taken", outcome.answer().id(), e);
    }
  }
}
