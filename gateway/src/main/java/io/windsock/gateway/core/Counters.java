package io.windsock.gateway.core;

import io.windsock.contracts.query.Question.Kind;

/** Counts since the core was created. Owned by the core's thread; {@link GatewayStats} explains. */
final class Counters {
  final long[] reissued = new long[Reissue.values().length];
  final long[] shed = new long[Kind.values().length];
  long calls;
  long inTime;
  long refused;
  long late;
  long invalid;
  long abandoned;
  long duplicates;
  long lateAnswers;
  long unknownAnswers;
  long early;
  long excluded;
  long lastDetectionNs;
  long maxDetectionNs;
  long pauses;

  void detected(long silentNs) {
    excluded++;
    lastDetectionNs = silentNs;
    maxDetectionNs = Math.max(maxDetectionNs, silentNs);
  }
}
