package io.windsock.platform.name;

/**
 * Detects another running member of the same name from samples on the monitor topic. The name
 * belongs to the older one. Owned by one thread.
 *
 * <p>An older incarnation counts as running after two samples that were made at different times and
 * received by the broker some time apart. A member that was just killed may leave one sample that
 * arrives late, copies of one prove nothing, and a running member writes two a second.
 */
public final class NameRule {
  /**
   * The least time between two samples that prove an older incarnation to be running, broker's ms.
   */
  public static final long APART_MS = 400;

  /** The conclusion from a sample. */
  public enum Verdict {
    /** No conflict. */
    OWN,
    /** An older member has the name, so this one must not use it. */
    TAKEN,
    /** A younger member uses the name and must stop. */
    YOUNGER
  }

  /** Which samples count. */
  public enum Begin {
    /** Those after this member's first one. */
    WITH_FIRST_SAMPLE,
    /** All: as long as this member has published none, every other one is older. */
    AT_ONCE
  }

  private final Incarnation self;
  private final Begin begin;

  /** The first sample of an older incarnation: its id, its times by the member and the broker. */
  private String other = "";

  private long firstAtMs;
  private long firstBrokerMs;

  /** Creates a rule that has seen no sample. */
  public NameRule(Incarnation self, Begin begin) {
    this.self = self;
    this.begin = begin;
  }

  /** Evaluates a sample with this member's name. */
  public Verdict evaluate(NamedSample sample) {
    String incarnation = sample.incarnation();
    if (!counts(sample) || incarnation.isEmpty() || incarnation.equals(self.id())) {
      return Verdict.OWN;
    }
    // A sample without its first sample's offset is itself the first one.
    long born = sample.born() == Incarnation.UNBORN ? sample.offset() : sample.born();
    boolean unborn = self.born() == Incarnation.UNBORN;
    if (!unborn && born > self.born()) {
      return Verdict.YOUNGER;
    }
    // No two first samples have the same offset.
    boolean older = unborn || born < self.born();
    return older && runs(sample) ? Verdict.TAKEN : Verdict.OWN;
  }

  private boolean counts(NamedSample sample) {
    return begin == Begin.AT_ONCE
        || (self.born() != Incarnation.UNBORN && sample.offset() > self.born());
  }

  private boolean runs(NamedSample older) {
    String incarnation = older.over() ? "" : older.incarnation();
    if (!incarnation.equals(other) || older.brokerMs() < firstBrokerMs) {
      other = incarnation;
      firstAtMs = older.madeAtMs();
      firstBrokerMs = older.brokerMs();
      return false;
    }
    return !older.over()
        && older.madeAtMs() != firstAtMs
        && older.brokerMs() - firstBrokerMs >= APART_MS;
  }
}
