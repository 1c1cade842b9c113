package io.windsock.evaluation.topology;

import java.util.Arrays;

/**
 * The volume written for a number of source records.
 *
 * @param source source records received
 * @param forwarded events in the forward topic
 * @param mirrored events in the mirror topic
 * @param markers markers in each of the two
 * @param markerBytes mean value bytes of a marker
 * @param mirrorBytes mean value bytes of a mirrored event
 * @param logged records in the changelog
 * @param logKeyBytes mean key bytes of the changelog records
 * @param logValueBytes mean value bytes of the changelog records
 */
record Volume(
    long source,
    long forwarded,
    long mirrored,
    long markers,
    int markerBytes,
    int mirrorBytes,
    long logged,
    int logKeyBytes,
    int logValueBytes) {
  /** Nothing written. */
  static final Volume NONE = new Volume(1, 1, 0, 0, 0, 0, 0, 0, 0);

  static Volume parse(String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    long[] n = Arrays.stream(text.split(",")).mapToLong(Long::parseLong).toArray();
    return new Volume(n[0], n[1], n[2], n[3], (int) n[4], (int) n[5], n[6], (int) n[7], (int) n[8]);
  }

  /** Returns the volume as an argument: the numbers in order. */
  @Override
  public String toString() {
    return "%d,%d,%d,%d,%d,%d,%d,%d,%d"
        .formatted(
            source,
            forwarded,
            mirrored,
            markers,
            markerBytes,
            mirrorBytes,
            logged,
            logKeyBytes,
            logValueBytes);
  }
}
