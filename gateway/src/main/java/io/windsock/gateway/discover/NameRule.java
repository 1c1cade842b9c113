package io.windsock.gateway.discover;

import io.windsock.contracts.wire.GatewaySample;
import io.windsock.gateway.GatewayPhase;

/**
 * Detects another running gateway of the same name, because sites send an answer by the name. The
 * name belongs to the older one. Owned by one thread.
 *
 * <p>Another one counts as running after two samples that it made at different times and that the
 * broker received some time apart: one that was just killed may leave one sample that arrives late.
 */
final class NameRule {
  /** The least time between two samples that prove a gateway to be running, broker's ms. */
  static final long APART_MS = 400;

  /** The conclusion from a sample. */
  enum Verdict {
    /** No conflict. */
    OWN,
    /** An older gateway has the name, so this one must not use it. */
    TAKEN,
    /** A younger gateway uses the name and must stop. */
    YOUNGER
  }

  private final Incarnation self;
  private String other = "";
  private long firstAtMs;
  private long firstBrokerMs;

  NameRule(Incarnation self) {
    this.self = self;
  }

  /**
   * Evaluates a sample with this gateway's name that was written since it started.
   *
   * @param offset the sample's offset on the monitor topic
   * @param brokerMs the record's time as assigned by the broker
   */
  Verdict evaluate(GatewaySample sample, long offset, long brokerMs) {
    if (sample.getIncarnation().equals(self.id())) {
      return Verdict.OWN;
    }
    long born = sample.getBorn() == Incarnation.UNBORN ? offset : sample.getBorn();
    boolean older = self.born() == Incarnation.UNBORN || born < self.born();
    if (!older) {
      return Verdict.YOUNGER;
    }
    return runs(sample, brokerMs) ? Verdict.TAKEN : Verdict.OWN;
  }

  private boolean runs(GatewaySample older, long brokerMs) {
    String phase = older.getPhase();
    boolean over =
        phase.equals(GatewayPhase.CLOSED.name()) || phase.equals(GatewayPhase.STOPPED.name());
    String incarnation = over ? "" : older.getIncarnation();
    if (!incarnation.equals(other) || brokerMs < firstBrokerMs) {
      other = incarnation;
      firstAtMs = older.getAtMs();
      firstBrokerMs = brokerMs;
      return false;
    }
    return !over && older.getAtMs() != firstAtMs && brokerMs - firstBrokerMs >= APART_MS;
  }
}
