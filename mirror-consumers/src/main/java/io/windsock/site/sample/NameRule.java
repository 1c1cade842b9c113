package io.windsock.site.sample;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.site.progress.SitePhase;

/**
 * Finds another running site of the same name among the samples on the monitor topic. The name
 * belongs to the older one. Owned by one thread.
 *
 * <p>Only samples that were written after this site's first one count. Of an older incarnation it
 * takes two that were made at different times, and that the broker received some time apart: a site
 * that was killed a moment ago may leave one that arrives late, copies of one prove nothing, and a
 * site that runs writes two a second.
 */
final class NameRule {
  /** Between two samples of an older incarnation after which it counts as running, broker's ms. */
  static final long APART_MS = 400;

  /** What a sample says about the name. */
  enum Verdict {
    /** Nothing. */
    OWN,
    /** An older site has the name: this one must give way. */
    TAKEN,
    /** A younger site uses the name, and must give way. */
    TWIN
  }

  private final Incarnation self;

  /** The first sample of an older incarnation: whose, and its times by its site and the broker. */
  private String other = "";

  private long firstAtMs;
  private long firstBrokerMs;

  NameRule(Incarnation self) {
    this.self = self;
  }

  /**
   * A sample under this site's name.
   *
   * @param offset where it is on the monitor topic
   * @param brokerMs the record's time, which the broker gave to it
   */
  Verdict heard(SiteSample sample, long offset, long brokerMs) {
    String incarnation = sample.getIncarnation();
    boolean known = self.born() != Incarnation.UNBORN && offset > self.born();
    if (!known || incarnation.isEmpty() || incarnation.equals(self.id())) {
      return Verdict.OWN;
    }
    // One that does not know its first sample's offset yet has only just written that one.
    long born = sample.getBorn() == Incarnation.UNBORN ? offset : sample.getBorn();
    if (born > self.born()) {
      return Verdict.TWIN;
    }
    // No two first samples have one offset.
    return born < self.born() && runs(sample, brokerMs) ? Verdict.TAKEN : Verdict.OWN;
  }

  private boolean runs(SiteSample older, long brokerMs) {
    boolean closed = older.getPhase().equals(SitePhase.CLOSED.name());
    String incarnation = closed ? "" : older.getIncarnation();
    if (!incarnation.equals(other) || brokerMs < firstBrokerMs) {
      other = incarnation;
      firstAtMs = older.getAtMs();
      firstBrokerMs = brokerMs;
      return false;
    }
    return !closed && older.getAtMs() != firstAtMs && brokerMs - firstBrokerMs >= APART_MS;
  }
}
