package io.windsock.gateway.core;

import io.windsock.contracts.query.Question.Kind;

/** Counts since the core was created. Owned by the core's thread; {@link GatewayStats} explains. */
final class Counters {
  final Tally<Reissue> reissued = new Tally<>(Reissue.class);
  final Tally<Kind> shed = new Tally<>(Kind.class);
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
