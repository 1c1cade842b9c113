package io.windsock.site.sample;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.site.progress.SitePhase;

/**
 * Detects another running site of the same name from samples on the monitor topic. The name belongs
 * to the older site. Owned by one thread.
 *
 * <p>Only samples written after this site's first one count. An older incarnation counts as running
 * after two samples that were made at different times and received by the broker some time apart. A
 * site that was just killed may leave one sample that arrives late, copies of one prove nothing,
 * and a running site writes two a second.
 */
final class NameRule {
  /**
   * The least time between two samples that prove an older incarnation to be running, broker's ms.
   */
  static final long APART_MS = 400;

  /** The conclusion from a sample. */
  enum Verdict {
    /** No conflict. */
    OWN,
    /** An older site has the name, so this one must stop. */
    TAKEN,
    /** A younger site uses the name and must stop. */
    TWIN
  }

  private final Incarnation self;

  /** The first sample of an older incarnation: its id, and its times by the site and the broker. */
  private String other = "";

  private long firstAtMs;
  private long firstBrokerMs;

  NameRule(Incarnation self) {
    this.self = self;
  }

  /**
   * Evaluates a sample with this site's name.
   *
   * @param offset the sample's offset on the monitor topic
   * @param brokerMs the record's time as assigned by the broker
   */
  Verdict evaluate(SiteSample sample, long offset, long brokerMs) {
    String incarnation = sample.getIncarnation();
    boolean known = self.born() != Incarnation.UNBORN && offset > self.born();
    if (!known || incarnation.isEmpty() || incarnation.equals(self.id())) {
      return Verdict.OWN;
    }
    // A sample without its first sample's offset is itself the first one.
    long born = sample.getBorn() == Incarnation.UNBORN ? offset : sample.getBorn();
    if (born > self.born()) {
      return Verdict.TWIN;
    }
    // No two first samples have the same offset.
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
