package io.windsock.feeds;

import java.nio.file.Path;

/**
 * Bounds of what reading may use, whatever the files hold.
 *
 * @param maxRecordBytes longest line, and largest record, that is read; a longer one is a fault.
 *     1,024 to 256 MiB
 * @param sortBytes memory for sorting a file that is not in order of time; what is beyond goes to
 *     temporary files. At least 64 KiB
 * @param maxSubjects subjects (aircraft) whose last values are known, in formats that spread them
 *     over several messages; at least 1
 * @param temporary where temporary files are made, and removed
 */
public record FeedLimits(int maxRecordBytes, long sortBytes, int maxSubjects, Path temporary) {
  private static final int MIN_RECORD_BYTES = 1024;
  private static final int MAX_RECORD_BYTES = 256 << 20;
  private static final long MIN_SORT_BYTES = 64 << 10;

  /** Checks the bounds. */
  public FeedLimits {
    if (maxRecordBytes < MIN_RECORD_BYTES || maxRecordBytes > MAX_RECORD_BYTES) {
      throw new IllegalArgumentException("maxRecordBytes " + maxRecordBytes);
    }
    if (sortBytes < MIN_SORT_BYTES) {
      throw new IllegalArgumentException("sortBytes " + sortBytes);
    }
    if (maxSubjects < 1) {
      throw new IllegalArgumentException("maxSubjects " + maxSubjects);
    }
  }

  /** Records of 1 MiB, 64 MiB to sort in, 200,000 subjects, the system's temporary folder. */
  public static FeedLimits standard() {
    return new FeedLimits(
        1 << 20, 64L << 20, 200_000, Path.of(System.getProperty("java.io.tmpdir")));
  }
}
