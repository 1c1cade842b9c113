package io.windsock.feeds.generate;

/**
 * The part of a leg that lies in the feed's window. A leg under way when the window opens repeats
 * its status at that time. Immutable.
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

  /** Returns the first milestone's index: the last one before the window is sent when it opens. */
  int firstStatus() {
    return Math.max(0, timeline.before(window.fromMs()) - 1);
  }

  /** Returns the index after the last milestone sent. */
  int endStatus() {
    return timeline.before(window.toMs());
  }

  int firstCrew() {
    return crew.before(window.fromMs());
  }

  int endCrew() {
    return crew.before(window.toMs());
  }

  /** Returns the time at which milestone {@code index} is sent. */
  long statusMs(int index) {
    return window.clamp(timeline.timeMs(index));
  }

  /** Returns the number of events that no budget changes: status and crew events. */
  int fixedEvents() {
    return endStatus() - firstStatus() + endCrew() - firstCrew();
  }

  /** Returns the time of its first event; a leg starts with its status. */
  long firstMs() {
    return statusMs(firstStatus());
  }

  /** Returns an upper bound of its event times. */
  long lastMs() {
    long end = leg.flown() ? PositionPlan.endMs(leg.times()) : timeline.timeMs(timeline.size() - 1);
    return window.clamp(end);
  }
}
