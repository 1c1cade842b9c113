package io.windsock.gateway.core;

import io.windsock.gateway.core.CoreSettings.Limits;
import io.windsock.gateway.core.CoreSettings.RoutingPolicy;
import java.util.SplittableRandom;

/** What a seed stands for: the members, the load and the faults of one simulation. */
final class Scenario {
  static final long MS = 1_000_000;

  /** How much goes wrong. */
  enum Kind {
    /** Nothing: every call must be in time. */
    CALM,
    /** One member crashes, is paused, drains or joins: every call must be in time. */
    ONE_FAULT,
    /** Loss, duplication, reordering, pauses, crashes, garbage. */
    CHAOS,
    /** More calls than the sites can take, with the faults of chaos in half of the seeds. */
    OVERLOAD
  }

  final Kind kind;

  /** Whether messages and members fail at random. */
  final boolean faulty;

  final RoutingPolicy routing;
  final int gateways;
  final int sites;
  final int requesters;
  final int calls;
  final int sweepMs;
  final Limits keys;
  final Limits views;

  /** The time between two calls of a requester, on average, ns. */
  final long gapNs;

  /** The longest delay of a message, ns. */
  final long delayNs;

  /** The longest service of a call by a site, ns; a tenth of the calls take ten times as long. */
  final long serviceNs;

  /** How many calls wait at a site before it answers that it is busy. */
  final int siteLimit;

  final double loss;
  final double duplication;
  final double garbage;

  /** How likely it is that a call can't be sent to the site that was chosen. */
  final double unsendable;

  /** The calls per thousand that are malformed, or repeat an id. */
  final int invalidPerMille;

  /** The calls per thousand that their requesters cancel. */
  final int cancelledPerMille;

  Scenario(SplittableRandom random) {
    kind = Kind.values()[random.nextInt(Kind.values().length)];
    boolean chaos = kind == Kind.CHAOS;
    boolean overload = kind == Kind.OVERLOAD;
    faulty = chaos || (overload && random.nextBoolean());
    boolean oneFault = kind == Kind.ONE_FAULT;
    routing = random.nextInt(3) == 0 ? RoutingPolicy.LOAD_AWARE : RoutingPolicy.UNIFORM;
    gateways = oneFault ? 2 + random.nextInt(2) : 1 + random.nextInt(3);
    sites = (oneFault ? 2 : 1) + random.nextInt(4);
    requesters = 1 + random.nextInt(3);
    calls = random.nextInt(6) == 0 ? 400 : 40 + random.nextInt(120);
    sweepMs = 5 + random.nextInt(11);
    int high = high(random);
    keys = new Limits(high, high / 2);
    views = new Limits(Math.max(4, high / 2), Math.max(2, high / 4));
    gapNs = (overload ? MS : calls > 160 ? 4 * MS : 8 * MS) * requesters;
    delayNs = faulty && random.nextBoolean() ? 20 * MS : MS;
    serviceNs = (overload ? 20 : chaos ? 5 : 1) * MS;
    siteLimit = overload ? 6 : chaos ? 20 : 10_000;
    loss = faulty ? random.nextInt(3) * 0.05 : 0;
    duplication = faulty ? random.nextInt(3) * 0.1 : 0;
    garbage = faulty ? random.nextInt(3) * 0.1 : 0;
    unsendable = faulty ? random.nextInt(3) * 0.02 : 0;
    invalidPerMille = random.nextInt(3) * 20;
    cancelledPerMille = random.nextInt(3) * 30;
  }

  /**
   * Returns a high watermark: one that is reached at once, one above the least limit, so that the
   * limit can fall, or one that is out of reach.
   */
  private int high(SplittableRandom random) {
    return switch (kind) {
      case CALM, ONE_FAULT -> 1_000;
      case CHAOS -> random.nextInt(3) == 0 ? 24 + random.nextInt(40) : 1_000;
      case OVERLOAD -> random.nextBoolean() ? 8 + random.nextInt(8) : 24 + random.nextInt(72);
    };
  }

  boolean isStrict() {
    return kind == Kind.CALM || kind == Kind.ONE_FAULT;
  }

  CoreSettings settings(String name) {
    return new CoreSettings(name, routing, sweepMs, 100, 300, keys, views, 10, 0.95, 1_000);
  }

  @Override
  public String toString() {
    return kind
        + " "
        + routing
        + ", gateways "
        + gateways
        + ", sites "
        + sites
        + ", requesters "
        + requesters
        + ", calls "
        + calls
        + ", sweep "
        + sweepMs
        + " ms, delay "
        + delayNs / MS
        + " ms, loss "
        + loss
        + ", duplication "
        + duplication
        + ", garbage "
        + garbage
        + ", unsendable "
        + unsendable
        + ", most pending "
        + keys.high();
  }
}
