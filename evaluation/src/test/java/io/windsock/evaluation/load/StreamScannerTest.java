package io.windsock.evaluation.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamScannerTest {
  private static final String STREAM =
      """
      event: rows
      data: {"rows":[{"text":"event: update"}]}

      event: live
      id: 1

      event: update
      data: {"a":1}

      event: updates
      data: event: update

      event: update
      data: {"a":2}

      """;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1000})
  void shouldCountUpdatesInAnyChunks(int chunkBytes) {
    byte[] all = STREAM.getBytes(StandardCharsets.UTF_8);
    StreamScanner scanner = new StreamScanner();
    int updates = 0;
    for (int from = 0; from < all.length; from += chunkBytes) {
      updates +=
          scanner.take(Arrays.copyOfRange(all, from, Math.min(all.length, from + chunkBytes)));
    }

    assertThat(updates).isEqualTo(2);
    assertThat(scanner.live()).isTrue();
  }
}
