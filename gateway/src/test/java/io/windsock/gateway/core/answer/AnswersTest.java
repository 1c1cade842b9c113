package io.windsock.gateway.core.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Rendezvous;
import io.windsock.gateway.core.answer.RecentOutcomes.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswersTest {
  private static final Token OLD = new Token(1, new long[] {5, 5});
  private static final Token NEW = new Token(1, new long[] {5, 6});

  private final Judge judge = new Judge();

  private static Call call(@Nullable Token since) {
    return new Call("c1", new Question.OfKey("k"), 100, since, 2, List.of());
  }

  private static Answer answer(Status status, @Nullable Token at) {
    return new Answer("caller:c1", status, "elsewhere", at, new byte[] {1}, "", "");
  }

  private Status judged(@Nullable Token since, Status status, @Nullable Token at) {
    return judge.judged(call(since), "x", answer(status, at)).status();
  }

  @Test
  void shouldGiveTheCallersIdAndTheLinksSite() {
    Answer judged = judge.judged(call(null), "x", answer(Status.FOUND, OLD));
    assertThat(judged.id()).isEqualTo("c1");
    assertThat(judged.site()).isEqualTo("x");
    assertThat(judged.body()).containsExactly(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"FOUND", "ABSENT"})
  void shouldTakeAnOlderAnswerAsBehind(Status status) {
    assertThat(judged(NEW, status, NEW)).isEqualTo(status);
    assertThat(judged(OLD, status, NEW)).isEqualTo(status);
    assertThat(judged(null, status, OLD)).isEqualTo(status);
    assertThat(judged(NEW, status, OLD)).isEqualTo(Status.BEHIND);
    assertThat(judged(OLD, status, new Token(2, new long[] {9, 9}))).isEqualTo(Status.BEHIND);
    assertThat(judged(OLD, status, new Token(1, new long[] {9}))).isEqualTo(Status.BEHIND);
  }

  @ParameterizedTest
  @EnumSource(names = {"FOUND", "ABSENT"})
  void shouldTakeAnAnswerWithoutAPositionAsAFault(Status status) {
    assertThat(judged(null, status, null)).isEqualTo(Status.FAILED);
  }

  @ParameterizedTest
  @EnumSource
  void shouldAskAnotherSiteUnlessTheAnswerIsFinal(Status status) {
    assertThat(judge.isWorthAnotherSite(answer(status, OLD))).isEqualTo(!status.isFinal());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a/b", "ä", "a\n"})
  void shouldRejectAnInvalidId(String id) {
    Call call = new Call(id, new Question.OfKey("k"), 100, null, 1, List.of());
    CallCheck.Fault fault = CallCheck.fault(call);
    assertThat(fault).isNotNull();
    assertThat(fault.error()).contains("'" + id + "'");
  }

  @Test
  void shouldAcceptTheLongestIdAndNoLongerOne() {
    String id = "a1.-_:".repeat(11).substring(0, Call.MAX_ID_CHARS);
    var question = new Question.OfKey("k");
    assertThat(CallCheck.fault(new Call(id, question, 1, null, 1, List.of()))).isNull();
    Call longer = new Call(id + "a", question, 1, null, 1, List.of());
    assertThat(CallCheck.fault(longer)).isNotNull();
  }

  @Test
  void shouldShowOnlyTheBeginningOfAHugeId() {
    Call call = new Call("x".repeat(100_000), new Question.OfKey("k"), 100, null, 1, List.of());
    CallCheck.Fault fault = CallCheck.fault(call);
    assertThat(fault).isNotNull();
    assertThat(fault.error()).hasSizeLessThan(200);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, Call.MAX_DEADLINE_MS + 1, Integer.MAX_VALUE})
  void shouldRejectAnAbsurdDeadline(int ms) {
    CallCheck.Fault fault =
        CallCheck.fault(new Call("c", new Question.OfKey("k"), ms, null, 1, List.of()));
    assertThat(fault).isNotNull();
    assertThat(fault.error()).contains("" + ms);
  }

  @Test
  void shouldRejectOtherInvalidCalls() {
    var key = new Question.OfKey("k");
    assertThat(CallCheck.fault(new Call("c", key, 1, null, 0, List.of()))).isNotNull();
    assertThat(CallCheck.fault(new Call("c", key, 1, null, 9, List.of()))).isNotNull();
    assertThat(fault(new Question.OfKey(""))).isNotNull();
    assertThat(fault(new Question.OfView("", "", 1))).isNotNull();
    assertThat(fault(new Question.OfView("v", "", 0))).isNotNull();
    assertThat(fault(new Question.OfView("v", "", 1))).isNull();
  }

  private static CallCheck.@Nullable Fault fault(Question question) {
    return CallCheck.fault(new Call("c", question, 1, null, 1, List.of()));
  }

  @Test
  void shouldKnowTheNamesOfCallers() {
    assertThat(CallCheck.isCaller("")).isTrue();
    assertThat(CallCheck.isCaller("terminal-4.gate_12")).isTrue();
    assertThat(CallCheck.isCaller("a:b")).isFalse();
    assertThat(CallCheck.isCaller("a".repeat(Call.MAX_CALLER_CHARS))).isTrue();
    assertThat(CallCheck.isCaller("a".repeat(Call.MAX_CALLER_CHARS + 1))).isFalse();
  }

  @Test
  void shouldRememberOutcomes() {
    var recent = new RecentOutcomes();
    int remembered = 0;
    for (int i = 0; i < 1_000; i++) {
      long hash = Rendezvous.hash("c" + i);
      assertThat(recent.of(hash)).isEqualTo(Outcome.UNKNOWN);
      if (i % 2 == 0) {
        recent.answered(hash);
      } else {
        recent.over(hash);
      }
    }
    for (int i = 0; i < 1_000; i++) {
      Outcome expected = i % 2 == 0 ? Outcome.ANSWERED : Outcome.OVER;
      Outcome outcome = recent.of(Rendezvous.hash("c" + i));
      assertThat(outcome).isIn(expected, Outcome.UNKNOWN);
      remembered += outcome == expected ? 1 : 0;
    }
    assertThat(remembered).isGreaterThan(950);
  }

  @Test
  void shouldKeepAnAnswerForItsCall() {
    var earlyAnswers = new EarlyAnswers(100);
    Answer early = answer(Status.FOUND, OLD);
    assertThat(earlyAnswers.keep("x", early, 0)).isTrue();
    assertThat(earlyAnswers.keep("y", early, 0)).isFalse();
    EarlyAnswers.Kept kept = earlyAnswers.claim("caller:c1", 100);
    assertThat(kept).isNotNull();
    assertThat(kept.answer()).isSameAs(early);
    assertThat(kept.site()).isEqualTo("x");
    assertThat(earlyAnswers.claim("caller:c1", 100)).isNull();
  }

  @Test
  void shouldDropAnAnswerAfterItsTime() {
    var earlyAnswers = new EarlyAnswers(100);
    earlyAnswers.keep("x", answer(Status.FOUND, OLD), 0);
    earlyAnswers.expire(101);
    assertThat(earlyAnswers.keep("x", answer(Status.FOUND, OLD), 101)).isTrue();
    assertThat(earlyAnswers.claim("caller:c1", 202)).isNull();
  }

  @Test
  void shouldKeepABoundedNumberOfAnswers() {
    var earlyAnswers = new EarlyAnswers(100);
    for (int i = 0; i <= EarlyAnswers.MAX; i++) {
      earlyAnswers.keep("x", new Answer("c" + i, Status.FOUND, "x", OLD, new byte[0], "", ""), i);
    }
    assertThat(earlyAnswers.claim("c0", 0)).isNull();
    assertThat(earlyAnswers.claim("c1", 0)).isNotNull();
  }

  @Test
  void shouldKeepABoundedNumberOfBytes() {
    var earlyAnswers = new EarlyAnswers(100);
    byte[] large = new byte[(int) (EarlyAnswers.MAX_BYTES / 2)];
    for (int i = 0; i < 3; i++) {
      earlyAnswers.keep("x", new Answer("c" + i, Status.FOUND, "x", OLD, large, "", ""), i);
    }
    assertThat(earlyAnswers.claim("c0", 0)).isNull();
    assertThat(earlyAnswers.claim("c1", 0)).isNotNull();
    byte[] huge = new byte[(int) EarlyAnswers.MAX_BYTES + 1];
    assertThat(earlyAnswers.keep("x", new Answer("h", Status.FOUND, "x", OLD, huge, "", ""), 0))
        .isFalse();
  }
}
