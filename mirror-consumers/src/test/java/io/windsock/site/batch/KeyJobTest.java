package io.windsock.site.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyJobTest {
  private final List<PendingCall> finished = new ArrayList<>();
  private final Answers answers =
      new Answers("m1", (calls, answered, block) -> finished.addAll(calls));

  @SuppressWarnings("NullAway") // the stream is only compared
  private static PendingCall pending(String id) {
    Call call = new Call(id, new Question.OfKey("k"), 60_000, null, 1, List.of());
    return new PendingCall(null, call, System.nanoTime(), 0, 0);
  }

  @Test
  void shouldFinishItsCallsWhenAnErrorIsThrown() {
    List<PendingCall> calls = List.of(pending("c1"), pending("c2"));

    new KeyJob(
            () -> {
              throw new OutOfMemoryError("on purpose");
            },
            calls,
            answers)
        .run();

    assertThat(finished).isEqualTo(calls);
    assertThat(finished).extracting(call -> call.status).containsOnly(Status.FAILED);
  }
}
