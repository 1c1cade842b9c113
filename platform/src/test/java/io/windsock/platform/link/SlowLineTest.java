package io.windsock.platform.link;

import static io.windsock.platform.link.TestLinks.taken;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.platform.link.TestLinks.RecordingListener;
import io.windsock.platform.testing.SlowLine;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A batch that takes more than twice as long to arrive as a peer may be silent. */
class SlowLineTest {
  /** Twice as long ends a connection on which nothing arrives, also if the machine stands still. */
  private static final Duration SILENCE = Duration.ofSeconds(4);

  private static final int BYTES_PER_SECOND = 12_000;
  private static final int BATCH_BYTES = 120_000;

  private final TestLinks links = new TestLinks(bounds());
  private final SlowLine line = new SlowLine(links.serve(0));
  private final RecordingListener heard = new RecordingListener();

  /** As shipped, with one batch for all. */
  private static LinkBounds bounds() {
    LinkBounds usual = TestLinks.bounds(SILENCE, 1 << 20, 4 << 20);
    return new LinkBounds(
        usual.heartbeat(),
        usual.silence(),
        usual.minSweep(),
        usual.maxSweep(),
        usual.batchItems(),
        2 * BATCH_BYTES,
        usual.pauseBytes(),
        usual.waitingBytes(),
        usual.connect(),
        usual.minBackoff(),
        usual.maxBackoff(),
        usual.maxStreams());
  }

  @AfterEach
  void stop() {
    line.close();
    links.close();
  }

  private CallLink up() {
    CallLink link = links.link(line.port(), heard);
    assertThat(heard.event()).isEqualTo("up");
    line.limit(BYTES_PER_SECOND);
    return link;
  }

  @Test
  void shouldNotTakeABigAnswerForSilence() {
    links.bodyBytes = BATCH_BYTES;
    CallLink link = up();

    links.onLoop(() -> link.offer(TestLinks.call("c1")));

    assertThat(heard.answer().body()).hasSize(BATCH_BYTES);
    assertThat(heard.events).isEmpty();
  }

  @Test
  void shouldNotTakeABigBatchOfCallsForSilence() {
    CallLink link = up();
    Set<String> ids = new HashSet<>();

    links.onLoop(
        () -> {
          for (int i = 0; i < BATCH_BYTES / 1_000; i++) {
            Question key = new Question.OfKey("k".repeat(1_000));
            ids.add("c" + i);
            link.offer(new Call("c" + i, key, 60_000, null, 1, List.of("g1")));
          }
          return true;
        });

    assertThat(taken(links.batches).calls()).extracting(Call::id).containsAll(ids);
    assertThat(heard.events).isEmpty();
    assertThat(links.closed).isEmpty();
  }
}
