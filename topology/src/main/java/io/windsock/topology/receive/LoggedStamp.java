package io.windsock.topology.receive;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the stamp in a changelog record, for external tools. */
public final class LoggedStamp {
  private LoggedStamp() {}

  /** Returns whether the changelog's record with this key has a stamp. */
  public static boolean isIn(byte @Nullable [] key) {
    return key != null && key.length == 0;
  }

  /**
   * Returns, for each stream, the offset after the last record received; 0 for a stream without
   * any.
   *
   * @throws IllegalArgumentException for a value that no topology has logged
   */
  public static long[] read(byte[] value, List<String> streams) {
    return AccountsFormat.decode(value, streams, List.of()).stamp.clone();
  }
}
