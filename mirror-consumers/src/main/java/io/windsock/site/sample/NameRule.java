package io.windsock.site.sample;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.site.apply.SitePhase;

/**
 * Finds another running site of the same name among the samples on the monitor topic. The name
 * belongs to the older one. Owned by one thread.
 *
 * <p>Only samples that were written after this site's first one count. Of an older incarnation it
 * takes two: a site that was killed a moment ago may leave one that arrives late, and a site that
 * runs writes two a second.
 */
final class NameRule {
  /** Samples of an older incarnation after which it counts as running. */
  static final int SAMPLES = 2;

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
  private String other = "";
  private int samples;

  NameRule(Incarnation self) {
    this.self = self;
  }

  /** A sample under this site's name, at that offset of the monitor topic. */
  Verdict heard(SiteSample sample, long offset) {
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
    boolean closed = sample.getPhase().equals(SitePhase.CLOSED.name());
    samples = closed ? 0 : incarnation.equals(other) ? samples + 1 : 1;
    other = incarnation;
    return samples < SAMPLES ? Verdict.OWN : Verdict.TAKEN;
  }
}
