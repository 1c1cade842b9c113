package io.windsock.feeds.generate;

/** The occasions for a leg's status events, in the order in which a leg passes them. */
enum Milestone {
  PUBLISHED("SCHEDULED"),
  GATE_KNOWN("SCHEDULED"),
  DELAYED("DELAYED"),
  DELAYED_AGAIN("DELAYED"),
  CANCELLED("CANCELLED"),
  BOARDING("BOARDING"),
  OUT("OUT"),
  OFF("OFF"),
  EN_ROUTE("OFF"),
  DIVERTED("DIVERTED"),
  LANDED("LANDED"),
  AT_RUNWAY("AT_RUNWAY"),
  TAXIING("TAXIING"),
  AT_GATE("AT_GATE");

  /** The minimum delay of a departure that is announced. */
  static final long ANNOUNCED_DELAY_MS = 15 * 60_000;

  /** The minimum delay of a departure that is announced a second time. */
  static final long LONG_DELAY_MS = 60 * 60_000;

  private static final long MINUTE = 60_000;

  /** The time from the start of boarding to push-back. */
  private static final long BOARDING_LEAD_MS = 40 * MINUTE;

  /** The minimum duration of a flight that updates its estimate on the way. */
  private static final long TELLS_ON_THE_WAY_MS = 40 * MINUTE;

  private final String status;

  Milestone(String status) {
    this.status = status;
  }

  /** Returns the symbol of FlightStatusCode. */
  String status() {
    return status;
  }

  /** Returns the status changes of {@code leg} in order of time. */
  static Timeline<Milestone> timeline(Leg leg) {
    Timeline<Milestone> timeline = new Timeline<>();
    LegTimes times = leg.times();
    timeline.add(PUBLISHED, times.publishedMs());
    timeline.add(GATE_KNOWN, times.gateKnownMs());
    if (times.delayMs() >= ANNOUNCED_DELAY_MS) {
      timeline.add(DELAYED, times.scheduledOutMs() - 46 * MINUTE);
    }
    if (leg.end() == Leg.End.CANCELLED) {
      timeline.add(CANCELLED, times.decidedMs());
    } else {
      addFlight(timeline, leg);
    }
    return timeline;
  }

  private static void addFlight(Timeline<Milestone> timeline, Leg leg) {
    LegTimes times = leg.times();
    if (times.delayMs() >= LONG_DELAY_MS) {
      timeline.add(DELAYED_AGAIN, times.scheduledOutMs() - 4 * MINUTE);
    }
    timeline.add(BOARDING, times.outMs() - BOARDING_LEAD_MS);
    timeline.add(OUT, times.outMs());
    timeline.add(OFF, times.offMs());
    if (times.airborneMs() >= TELLS_ON_THE_WAY_MS) {
      timeline.add(EN_ROUTE, times.offMs() + times.airborneMs() / 2);
    }
    if (leg.end() == Leg.End.DIVERTED) {
      timeline.add(DIVERTED, times.decidedMs());
      return;
    }
    // Seconds after touch-down, derived from the leg's seed so that legs differ.
    long spread = Math.floorMod(leg.seed(), 30_000L);
    timeline.add(LANDED, times.onMs() + spread / 10);
    timeline.add(AT_RUNWAY, times.onMs() + 35_000 + spread);
    timeline.add(TAXIING, times.onMs() + 85_000 + spread * 2);
    timeline.add(AT_GATE, times.inMs());
  }
}
