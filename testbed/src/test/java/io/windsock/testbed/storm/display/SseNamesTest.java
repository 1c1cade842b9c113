package io.windsock.testbed.storm.display;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SseNamesTest {
  private static final long SEED = Long.getLong("windsock.seed", System.nanoTime());
  private static final String STREAM =
      """
      retry: 2000

      event: reset
      data: {}

      : a comment

      event: rows
      data: {"rows":["event: live"]}

      event: live
      id: 1.2
      data: {}

      data: without a name

      id: 3
      event:update
      data: event

      event: update
      data: not complete
      """;

  @Test
  void shouldNameEveryCompleteEventHoweverTheBytesCome() {
    byte[] bytes = STREAM.getBytes(StandardCharsets.UTF_8);
    for (long seed = SEED; seed < SEED + 1_000; seed++) {
      var random = new Random(seed);
      List<String> seen = new ArrayList<>();
      var names = new SseNames(seen::add);
      int from = 0;
      while (from < bytes.length) {
        int to = Math.min(bytes.length, from + 1 + random.nextInt(30));
        names.take(Unpooled.wrappedBuffer(bytes, from, to - from));
        from = to;
      }
      assertThat(seen).as("seed %d", seed).containsExactly("reset", "rows", "live", "update");
    }
  }
}
