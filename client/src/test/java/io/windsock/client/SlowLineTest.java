package io.windsock.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.client.FakeGateway.Behaviour;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Question;
import io.windsock.platform.testing.SlowLine;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A gateway at the other end of a slow line. */
@Timeout(240)
class SlowLineTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final int BYTES_PER_SECOND = 20_000;

  /** Takes twice as long to arrive as a gateway may be silent. */
  private static final int BODY_BYTES = 200_000;

  /** Longer than a busy machine may stand still, after which a gateway has been silent, too. */
  private static final Duration SILENCE = Duration.ofSeconds(5);

  private static Behaviour big() {
    return (call, replies) ->
        replies.now(
            new Answer(
                call.id(), Status.FOUND, "m1", FakeGateway.AT, new byte[BODY_BYTES], "", ""));
  }

  /** The other one is not ready, and is asked only if the first is silent. */
  @Test
  void shouldNotTakeABigAnswerForSilence() throws Exception {
    try (FakeGateway far = FakeGateway.start("g1", big());
        FakeGateway other = FakeGateway.start("g2", Behaviour.silent());
        SlowLine line = new SlowLine(URI.create(far.url()).getPort())) {
      other.ready(false);
      ClientOptions options =
          ClientOptions.of(line.url(), other.url()).withCopies(1).withSilence(SILENCE);
      try (WindsockClient client = WindsockClient.open(options)) {
        assertThat(client.awaitGateways(2, DEADLINE)).isTrue();
        line.limit(BYTES_PER_SECOND);

        Answer answer = client.askAndWait(new Question.OfKey("1"), DEADLINE);

        assertThat(answer.status()).isEqualTo(Status.FOUND);
        assertThat(answer.body()).hasSize(BODY_BYTES);
        assertThat(other.calls).isEmpty();
      }
    }
  }
}
