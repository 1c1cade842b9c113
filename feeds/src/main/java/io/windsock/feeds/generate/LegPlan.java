package io.windsock.feeds.generate;

/**
 * What of one leg a feed tells: the leg's events as far as they lie in the feed's window. A leg
 * that is under way when the window opens tells its status once more then. Immutable.
 */
final class LegPlan {
  private static final long MINUTE = 60_000;

  private final Leg leg;
  private final Timeline timeline;
  private final CrewTimeline crewTimeline;
  private final ScanPlan boarding;
  private final ScanPlan baggage;
  private final PositionPlan positions;
  private final Window window;

  LegPlan(Leg leg, Window window) {
    this.leg = leg;
    this.window = window;
    timeline = Timeline.of(leg);
    crewTimeline = CrewTimeline.of(leg);
    long out = leg.times().outMs();
    Leg.Load load = leg.load();
    boolean flown = leg.flown();
    boarding =
        new ScanPlan(out - 38 * MINUTE, out - 7 * MINUTE, flown ? load.boarded() : 0, window);
    baggage =
        new ScanPlan(out - 36 * MINUTE, out - 6 * MINUTE, flown ? load.bagsLoaded() : 0, window);
    positions = PositionPlan.of(leg, window);
  }

  Leg leg() {
    return leg;
  }

  Timeline timeline() {
    return timeline;
  }

  CrewTimeline crew() {
    return crewTimeline;
  }

  ScanPlan boarding() {
    return boarding;
  }

  ScanPlan baggage() {
    return baggage;
  }

  PositionPlan positions() {
    return positions;
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
    return crewTimeline.before(window.fromMs());
  }

  int endCrew() {
    return crewTimeline.before(window.toMs());
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
