package io.windsock.site.join;

import java.nio.file.Path;
import java.util.Locale;

/** Checks whether a snapshot fits on a disk. */
final class DiskRoom {
  private static final long SPARE_BYTES = 64L << 20;
  private static final double MIB = 1 << 20;

  private DiskRoom() {}

  /**
   * Checks the free space, with a reserve.
   *
   * @param usable free bytes on the folder's disk
   * @param snapshot bytes of the snapshot's files
   * @throws JoinException if the snapshot does not fit
   */
  static void require(Path folder, long usable, long snapshot) throws JoinException {
    if (usable - SPARE_BYTES < snapshot) {
      throw new JoinException(
          String.format(
              Locale.ROOT,
              "a join needs %.1f MiB in '%s', %.1f MiB for the snapshot and %.1f MiB to spare, and"
                  + " %.1f MiB are free: make room, or move the site's --data to a larger disk",
              (snapshot + SPARE_BYTES) / MIB,
              folder,
              snapshot / MIB,
              SPARE_BYTES / MIB,
              usable / MIB));
    }
  }
}
