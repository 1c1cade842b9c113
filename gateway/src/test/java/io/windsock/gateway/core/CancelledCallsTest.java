package io.windsock.gateway.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Question.Kind;
import io.windsock.gateway.core.member.Membership;
import io.windsock.gateway.core.member.SiteReport;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that their requester cancels, at the gateway "a" next to "b", with the site "x". */
class CancelledCallsTest {
  private static final long MS = 1_000_000;
  private static final Token AT = new Token(1, new long[] {10});

  private final Recorder out = new Recorder();
  private final Requester requester = new Requester("me", 1);
  private final GatewayCore core = new GatewayCore(CoreSettings.defaults("a"), out, 0);

  @BeforeEach
  void know() {
    core.members(
        new Membership(List.of(new SiteReport("x", "run", true, false)), List.of("a", "b")), 0);
    List.of("x", "b").forEach(member -> core.heartbeat(member, 0));
  }

  private void call(String id, int copies) {
    core.call(requester, new Call(id, new Question.OfKey("k"), 100, null, copies, List.of()), 0);
  }

  private int pending() {
    return core.stats().pending().getOrDefault(Kind.KEY, -1);
  }

  @Test
  void shouldFreeItsPlaceAndTellTheSite() {
    call("c1", 1);
    assertThat(out.take()).containsExactly("send x me:c1");
    core.cancel(requester, "c1");
    assertThat(out.take()).containsExactly("cancel x me:c1");
    assertThat(pending()).isZero();
    assertThat(core.stats().abandoned()).isEqualTo(1);

    core.answer("x", new Answer("me:c1", Status.FOUND, "x", AT, new byte[0], "", ""), MS);
    core.tick(200 * MS);
    assertThat(out.take()).isEmpty();
    assertThat(core.stats().lateAnswers()).isEqualTo(1);
  }

  /** The requester cancels at each gateway that it asked, so none wants the answer. */
  @Test
  void shouldTellTheSiteOfASharedCall() {
    for (int i = 0; i < 20; i++) {
      call("c" + i, 2);
    }
    long sent = out.take().stream().filter(line -> line.startsWith("send")).count();
    assertThat(sent).as("those whose primary this gateway is").isBetween(1L, 19L);
    for (int i = 0; i < 20; i++) {
      core.cancel(requester, "c" + i);
    }
    assertThat(out.take()).hasSize((int) sent).allMatch(line -> line.startsWith("cancel x"));
    assertThat(pending()).isZero();
    core.tick(60 * MS);
    assertThat(out.take()).as("reissues of cancelled calls").isEmpty();
  }

  @Test
  void shouldIgnoreTheCancelsOfOthersAndOfWhatIsNotPending() {
    call("c1", 1);
    core.cancel(requester, "c2");
    core.cancel(new Requester("me", 2), "c1");
    core.cancel(new Requester("you", 3), "c1");
    assertThat(pending()).isEqualTo(1);
    assertThat(core.stats().abandoned()).isZero();

    core.answer("x", new Answer("me:c1", Status.FOUND, "x", AT, new byte[0], "", ""), MS);
    out.take();
    core.cancel(requester, "c1");
    assertThat(out.take()).isEmpty();
    assertThat(core.stats().abandoned()).isZero();
    assertThat(core.stats().inTime()).isEqualTo(1);
  }
}
