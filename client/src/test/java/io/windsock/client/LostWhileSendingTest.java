package io.windsock.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A connection may be found lost while a call is sent on it: the link takes the call, and reports
 * the loss before it returns.
 */
class LostWhileSendingTest implements ClientCore.Output {
  private static final long MS = 1_000_000;

  private final ClientCore core =
      new ClientCore("me", 1, new Gateways(2, 300 * MS), new Position(true), this, 5 * MS, 0);
  private final List<Integer> asked = new ArrayList<>();
  private final List<Answer> outcomes = new ArrayList<>();

  /** Whether the next connection that is used is lost. */
  private boolean losing;

  private void heartbeat(int slot, long nowNs) {
    answers(slot, List.of(), nowNs);
  }

  private void answers(int slot, List<Answer> answers, long nowNs) {
    Responder responder = new Responder("g" + slot, "run", true, false, 0, 0);
    core.answers(slot, new AnswerBatch(responder, answers), nowNs);
  }

  private void ask() {
    core.ask(new PendingCall(new Question.OfKey("k"), 0, 2_000 * MS, outcomes::add), "c1", 0);
  }

  @Test
  void shouldAskAgainOnceTheOnlyGatewayIsBack() {
    heartbeat(0, 0);
    losing = true;

    ask();

    assertThat(asked).containsExactly(0);
    heartbeat(0, 30 * MS);
    assertThat(asked).containsExactly(0, 0);
    Token at = new Token(1, new long[] {1});
    Answer found = new Answer("c1", Status.FOUND, "m", at, new byte[] {1}, "", "");
    answers(0, List.of(found), 40 * MS);
    assertThat(outcomes).containsExactly(found);
  }

  @Test
  void shouldAskAnotherGatewayAtOnce() {
    heartbeat(0, 0);
    heartbeat(1, 0);
    losing = true;

    ask();

    assertThat(asked).containsExactlyInAnyOrder(0, 1);
    assertThat(outcomes).isEmpty();
  }

  @Override
  public boolean send(int slot, Call call) {
    asked.add(slot);
    if (losing) {
      losing = false;
      core.down(slot, 0);
    }
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
