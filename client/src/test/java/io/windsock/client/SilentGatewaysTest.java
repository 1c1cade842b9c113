package io.windsock.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A call with a long deadline at two of three gateways, of which the first one is stopped. */
class SilentGatewaysTest implements ClientCore.Output {
  private static final long MS = 1_000_000;
  private static final int GATEWAYS = 3;
  private static final int SILENCE_MS = 300;

  private final ClientCore core =
      new ClientCore(
          "me", 2, new Gateways(GATEWAYS, SILENCE_MS * MS), new Position(true), this, 5 * MS, 0);
  private final List<Integer> asked = new ArrayList<>();
  private final List<Answer> outcomes = new ArrayList<>();

  /** Asks, and lets the first gateway that is asked be silent for too long. */
  private void askAndSilenceTheFirst() {
    for (int slot = 0; slot < GATEWAYS; slot++) {
      heartbeat(slot, 0);
    }
    PendingCall call =
        new PendingCall(new Question.OfKey("k"), 0, 2_000 * MS, answer -> outcomes.add(answer));
    core.ask(call, "c1", 0);
    assertThat(asked).hasSize(2);
    for (int slot = 0; slot < GATEWAYS; slot++) {
      if (slot != asked.get(0)) {
        heartbeat(slot, SILENCE_MS * MS);
      }
    }
    core.tick((SILENCE_MS + 10) * MS);
    assertThat(asked).as("the second one works on it").hasSize(2);
  }

  private void heartbeat(int slot, long nowNs) {
    core.answers(slot, new AnswerBatch(responder(slot, false), List.of()), nowNs);
  }

  private static Responder responder(int slot, boolean draining) {
    return new Responder("g" + slot, "run", true, draining, 0, 0);
  }

  private int third() {
    return 3 - asked.get(0) - asked.get(1); // of 0, 1 and 2
  }

  @Test
  void shouldAskAnotherGatewayWhereOnlyASilentOneIsLeft() {
    askAndSilenceTheFirst();

    core.down(asked.get(1), 320 * MS);

    assertThat(asked).hasSize(3).last().isEqualTo(third());
    assertThat(outcomes).isEmpty();
  }

  @Test
  void shouldAskAnotherGatewayWhereAllButASilentOneRefuse() {
    askAndSilenceTheFirst();
    int second = asked.get(1);
    Answer stopping =
        new Answer("c1", Status.FAILED, "", null, new byte[0], "it is stopping", "ask another");

    core.answers(second, new AnswerBatch(responder(second, true), List.of(stopping)), 320 * MS);

    assertThat(asked).hasSize(3).last().isEqualTo(third());
    assertThat(outcomes).isEmpty();
  }

  /** It may be continued: its answer counts until the deadline. */
  @Test
  void shouldWaitForASilentGatewayWhereThereIsNoOther() {
    askAndSilenceTheFirst();
    core.down(third(), 315 * MS);

    core.down(asked.get(1), 320 * MS);

    assertThat(asked).hasSize(2);
    assertThat(outcomes).isEmpty();
    core.tick(2_000 * MS);
    assertThat(outcomes).singleElement().matches(answer -> answer.status() == Status.LATE);
  }

  @Override
  public boolean send(int slot, Call call) {
    asked.add(slot);
    return true;
  }

  @Override
  public void cancel(int slot, String id) {}

  @Override
  public void cancelled(PendingCall call) {}

  @Override
  public void outcome(PendingCall call, Answer answer) {
    call.outcome.accept(answer);
  }

  @Override
  public void redundant() {}

  @Override
  public String detail() {
    return "";
  }
}
