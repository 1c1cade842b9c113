package io.windsock.topology.receive;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stamp in a record of the changelog, for those who look at it from outside. */
public final class LoggedStamp {
  private LoggedStamp() {}

  /** Whether the changelog's record of this key has one. */
  public static boolean isIn(byte @Nullable [] key) {
    return key != null && key.length == 0;
  }

  /**
   * For each stream, the offset after the last record received; 0 of a stream without any.
   *
   * @throws IllegalArgumentException for a value that no topology has logged
   */
  public static long[] read(byte[] value, List<String> streams) {
    return AccountsFormat.decode(value, streams, List.of()).stamp.clone();
  }
}
