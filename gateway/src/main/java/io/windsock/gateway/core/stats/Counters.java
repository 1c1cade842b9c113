package io.windsock.gateway.core.stats;

import io.windsock.contracts.query.Question.Kind;

/** Counts since the core was created. Owned by the core's thread; {@link GatewayStats} explains. */
public final class Counters {
  public final Tally<Reissue> reissued = new Tally<>(Reissue.class);
  public final Tally<Kind> shed = new Tally<>(Kind.class);
  public long calls;
  public long inTime;
  public long refused;
  public long late;
  public long invalid;
  public long abandoned;
  public long duplicates;
  public long lateAnswers;
  public long unknownAnswers;
  public long earlyAnswers;
  public long pauses;
  long excluded;
  long lastDetectionNs;
  long maxDetectionNs;

  /** Creates counters at zero. */
  public Counters() {}

  /** Counts a member that was excluded after this time of silence. */
  public void detected(long silentNs) {
    excluded++;
    lastDetectionNs = silentNs;
    maxDetectionNs = Math.max(maxDetectionNs, silentNs);
  }
}
