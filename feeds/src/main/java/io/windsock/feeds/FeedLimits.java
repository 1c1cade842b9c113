package io.windsock.feeds;

import java.nio.file.Path;

/**
 * Bounds on the resources for reading, regardless of the files' content.
 *
 * @param maxRecordBytes the maximum length of a line or record; a longer one is a fault. 1,024 to
 *     256 MiB
 * @param sortBytes the memory for sorting a file that is not in time order; the excess is written
 *     to temporary files. At least 64 KiB
 * @param maxSubjects the maximum number of subjects (aircraft) whose last values are kept, in
 *     formats that spread them over several messages; at least 1
 * @param temporary the folder for temporary files, which are removed after use
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

  /**
   * Returns the defaults: records of 1 MiB, 64 MiB for sorting, 200,000 subjects, the system's
   * temporary folder.
   */
  public static FeedLimits standard() {
    return new FeedLimits(
        1 << 20, 64L << 20, 200_000, Path.of(System.getProperty("java.io.tmpdir")));
  }
}
