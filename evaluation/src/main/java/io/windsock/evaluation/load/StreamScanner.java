package io.windsock.evaluation.load;

import java.nio.charset.StandardCharsets;

/**
 * Counts the updates in an SSE stream that arrives in arbitrary chunks, and notices the end of its
 * initial state. It looks at the beginning of each line only. One thread owns it.
 */
final class StreamScanner {
  private static final byte[] UPDATE = "event: update".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LIVE = "event: live".getBytes(StandardCharsets.US_ASCII);

  private int column;
  private boolean mayBeUpdate = true;
  private boolean mayBeLive = true;
  private boolean live;

  /** Returns the number of updates whose name is complete in this chunk. */
  int take(byte[] chunk) {
    int updates = 0;
    for (byte next : chunk) {
      if (next == '\n') {
        updates += mayBeUpdate && column == UPDATE.length ? 1 : 0;
        live |= mayBeLive && column == LIVE.length;
        column = 0;
        mayBeUpdate = true;
        mayBeLive = true;
      } else {
        mayBeUpdate &= column < UPDATE.length && next == UPDATE[column];
        mayBeLive &= column < LIVE.length && next == LIVE[column];
        column++;
      }
    }
    return updates;
  }

  /** Whether the initial state is complete. */
  boolean live() {
    return live;
  }
}
