package io.windsock.feeds.generate;

/**
 * What of one leg a feed tells: the leg's events as far as they lie in the feed's window. A leg
 * that is under way when the window opens tells its status once more then. Immutable.
 */
record LegPlan(
    Leg leg,
    Timeline<Milestone> timeline,
    Timeline<CrewStep> crew,
    ScanPlan boarding,
    ScanPlan baggage,
    PositionPlan positions,
    Window window) {
  private static final long MINUTE = 60_000;

  static LegPlan of(Leg leg, Window window) {
    long out = leg.times().outMs();
    int boarded = leg.flown() ? leg.load().boarded() : 0;
    int loaded = leg.flown() ? leg.load().bagsLoaded() : 0;
    return new LegPlan(
        leg,
        Milestone.timeline(leg),
        CrewStep.timeline(leg),
        new ScanPlan(out - 38 * MINUTE, out - 7 * MINUTE, boarded, window),
        new ScanPlan(out - 36 * MINUTE, out - 6 * MINUTE, loaded, window),
        PositionPlan.of(leg, window),
        window);
  }

  /** The first milestone told: one before the window is told when it opens. */
  int firstStatus() {
    return Math.max(0, timeline.before(window.fromMs()) - 1);
  }

  /** The milestone after the last one told. */
  int endStatus() {
    return timeline.before(window.toMs());
  }

  int firstCrew() {
    return crew.before(window.fromMs());
  }

  int endCrew() {
    return crew.before(window.toMs());
  }

  /** When milestone {@code index} is told. */
  long statusMs(int index) {
    return window.clamp(timeline.timeMs(index));
  }

  /** Events that no budget changes: of the airline's and of crew control. */
  int fixedEvents() {
    return endStatus() - firstStatus() + endCrew() - firstCrew();
  }

  /** When its first event happens: nothing is heard of a leg before its status. */
  long firstMs() {
    return statusMs(firstStatus());
  }

  /** No event of it is later. */
  long lastMs() {
    long end = leg.flown() ? PositionPlan.endMs(leg.times()) : timeline.timeMs(timeline.size() - 1);
    return window.clamp(end);
  }
}
