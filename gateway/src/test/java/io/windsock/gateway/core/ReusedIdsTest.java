package io.windsock.gateway.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.gateway.core.member.Membership;
import io.windsock.gateway.core.member.SiteReport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A caller that uses an id again for another question, at the gateway "a" with two sites. */
class ReusedIdsTest {
  private static final long MS = 1_000_000;
  private static final Token AT = new Token(1, new long[] {10});

  private final Recorder out = new Recorder();
  private final Requester requester = new Requester("me", 1);
  private final GatewayCore core = new GatewayCore(CoreSettings.defaults("a"), out, 0);

  @BeforeEach
  void know() {
    core.members(
        new Membership(
            List.of(
                new SiteReport("x", "run", true, false), new SiteReport("y", "run", true, false)),
            List.of("a")),
        0);
    List.of("x", "y").forEach(site -> core.heartbeat(site, 0));
  }

  private void call(String key, long nowMs) {
    core.call(
        requester, new Call("c1", new Question.OfKey(key), 100, null, 1, List.of()), nowMs * MS);
  }

  private void answer(String site, String wireId, String body, long nowMs) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    core.answer(site, new Answer(wireId, Status.FOUND, site, AT, bytes, "", ""), nowMs * MS);
  }

  private String relayed() {
    Answer last = out.relayed.get(out.relayed.size() - 1);
    return last.id() + " " + new String(last.body(), StandardCharsets.UTF_8);
  }

  /** The first site is slow: its answer to the first question comes after the second question. */
  @Test
  void shouldNotTakeALateAnswerForOneToTheNextQuestion() {
    call("first", 0);
    String slow = out.take().get(0).split(" ", -1)[1];
    String other = slow.equals("x") ? "y" : "x";
    core.tick(60 * MS);
    assertThat(out.take()).containsExactly("send " + other + " me:c1");
    answer(other, "me:c1", "to the first", 61);
    assertThat(relayed()).isEqualTo("c1 to the first");
    out.take();

    call("second", 70);
    String sent = out.take().get(0);
    assertThat(sent).startsWith("send ").endsWith(" a.0");
    answer(slow, "me:c1", "to the first", 71);
    assertThat(out.take()).isEmpty();
    assertThat(core.stats().duplicates()).isEqualTo(1);
    answer(sent.split(" ", -1)[1], "a.0", "to the second", 72);
    assertThat(relayed()).isEqualTo("c1 to the second");
  }

  @Test
  void shouldRefuseTheIdWhileACallThatUsedItAgainIsPending() {
    call("first", 0);
    core.cancel(requester, "c1");
    call("second", 1);
    out.take();
    call("third", 2);
    assertThat(out.take()).containsExactly("relay 1 c1 INVALID");

    core.cancel(requester, "c1");
    assertThat(out.take()).hasSize(1).first().asString().matches("cancel [xy] a.0");
    call("fourth", 3);
    assertThat(out.last().id()).isEqualTo("a.1");
    assertThat(core.stats().abandoned()).isEqualTo(2);
  }

  @Test
  void shouldCountTheLateAnswersOfEach() {
    call("first", 0);
    core.cancel(requester, "c1");
    call("second", 1);
    core.tick(200 * MS);
    answer("x", "me:c1", "", 201);
    answer("x", "a.0", "", 202);
    assertThat(core.stats().late()).isEqualTo(1);
    assertThat(core.stats().lateAnswers()).isEqualTo(2);
  }
}
