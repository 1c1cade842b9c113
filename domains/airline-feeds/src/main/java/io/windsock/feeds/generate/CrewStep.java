package io.windsock.feeds.generate;

/**
 * One crew status of a leg.
 *
 * @param status a symbol of CrewStatus
 * @param onBoard the number of crew members aboard
 */
record CrewStep(String status, int onBoard) {
  private static final long MINUTE = 60_000;
  private static final int ONE_IN_SHORT = 33;

  /** Returns all crew statuses of {@code leg}. */
  static Timeline<CrewStep> timeline(Leg leg) {
    Timeline<CrewStep> timeline = new Timeline<>();
    LegTimes times = leg.times();
    long spread = Math.floorMod(leg.seed() >> 8, 3 * MINUTE);
    timeline.add(new CrewStep("ASSIGNED", 0), times.publishedMs() + MINUTE + spread);
    if (leg.flown()) {
      int crew = leg.load().crew();
      timeline.add(new CrewStep("CHECKED_IN", 0), times.outMs() - 75 * MINUTE - spread);
      if (Math.floorMod(leg.seed() >> 16, ONE_IN_SHORT) == 0) {
        timeline.add(new CrewStep("SHORT", crew - 1), times.outMs() - 64 * MINUTE);
      }
      timeline.add(new CrewStep("ON_BOARD", crew - 1), times.outMs() - 52 * MINUTE - spread);
      timeline.add(new CrewStep("ON_BOARD", crew), times.outMs() - 42 * MINUTE);
    }
    return timeline;
  }
}
