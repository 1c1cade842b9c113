package io.windsock.evaluation.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateScannerTest {
  private static final String STREAM =
      """
      retry: 1000
      event: reset
      data: {"reason":"new"}

      event: rows
      data: {"rows":[{"key":"a","version":1,"row":{"key":"a","eventTime":11}}]}

      event: live
      data: {"site":"central"}
      id: 1-1

      event: update
      data: {"key":"a","version":2,"row":{"key":"a","eventTime":12,"detail":"%s"}}
      id: 1-2

      event: remove
      data: {"key":"a","version":3}

      """
          .formatted("x".repeat(5000));

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 100, 1023, 1024, 1025, 100_000})
  void shouldFindTheEventsInChunksOfAnySize(int chunkBytes) {
    List<String> found = new ArrayList<>();
    UpdateScanner scanner =
        new UpdateScanner("eventTime", (name, timeMs) -> found.add(name + " " + timeMs));

    byte[] stream = STREAM.getBytes(StandardCharsets.US_ASCII);
    for (int from = 0; from < stream.length; from += chunkBytes) {
      int to = Math.min(stream.length, from + chunkBytes);
      scanner.take(Arrays.copyOfRange(stream, from, to));
    }

    assertThat(found).containsExactly("reset -1", "rows 11", "live -1", "update 12", "remove -1");
  }
}
