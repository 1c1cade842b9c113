package io.windsock.link.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.link.stage.Codec;
import io.windsock.link.stage.FrameHeader;
import io.windsock.link.transport.Frame;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitingFramesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final List<String> told = new CopyOnWriteArrayList<>();
  private final WaitingFrames waiting = new WaitingFrames(() -> told.add("pause"), this::resume);
  private Runnable beforeResuming = () -> {};

  private void resume() {
    beforeResuming.run();
    told.add("resume");
  }

  private static Frame frame(int bytes) {
    FrameHeader header = new FrameHeader(1, 0, 9, 0, 1, Codec.PLAIN, bytes, "k");
    return new Frame(header, header.encode(), new byte[bytes]);
  }

  private void add(int frames, int bytes) {
    for (int i = 0; i < frames; i++) {
      waiting.add(frame(bytes));
    }
  }

  private void take(int frames) throws InterruptedException {
    for (int i = 0; i < frames; i++) {
      assertThat(waiting.poll(0)).isNotNull();
    }
  }

  @ParameterizedTest(name = "{0} of {1} bytes, {2} taken: {3}")
  @CsvSource({
    "31, 1, 31, ''",
    "32, 1, 16, pause",
    "32, 1, 17, pause resume",
    "40, 1, 40, pause resume",
    "15, 1048576, 15, ''",
    "16, 1048576, 8, pause",
    "16, 1048576, 9, pause resume",
  })
  void shouldPauseWhenManyWaitUntilFewDo(int frames, int bytes, int taken, String expected)
      throws Exception {
    add(frames, bytes);
    take(taken);

    assertThat(String.join(" ", told)).isEqualTo(expected);
    take(frames - taken);
    assertThat(waiting.poll(0)).isNull();
  }

  private static boolean hasEndedOrWaits(Thread thread) {
    return thread.getState() == Thread.State.TERMINATED
        || thread.getState() == Thread.State.BLOCKED;
  }

  /** Else the end of the first pause would end the second one. */
  @Test
  void shouldTellTheStreamInTheOrderOfTheDecisions() throws Exception {
    Thread loop = new Thread(() -> add(WaitingFrames.MAX_FRAMES, 1));
    beforeResuming =
        () -> {
          loop.start();
          await().atMost(PATIENCE).until(() -> hasEndedOrWaits(loop));
        };
    add(WaitingFrames.MAX_FRAMES, 1);
    take(WaitingFrames.MAX_FRAMES);
    loop.join();

    assertThat(told).containsExactly("pause", "resume", "pause");
  }
}
