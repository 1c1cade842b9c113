package io.windsock.feeds.generate;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedStats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A made-up feed of an airline hub, in the order in which its events are heard: each at its event
 * time, but for a share of {@link #OUT_OF_ORDER} that comes up to twenty seconds later and a share
 * of {@link #LATE} that comes up to ten minutes later. The same options give the same bytes. Memory
 * grows with the flights alive at one time, not with the length of the feed. Owned by one thread.
 */
public final class GeneratedFeed implements FeedReader {
  /** Share of the events that come after later ones, by at most twenty seconds. */
  public static final double OUT_OF_ORDER = Disorder.OUT_OF_ORDER;

  /** Share of the events that come late, by twenty seconds to ten minutes. */
  public static final double LATE = Disorder.LATE;

  private static final long MINUTE = 60_000;

  /** A feed with flights under way holds flights scheduled at the hub so long before it. */
  private static final long BEFORE_MS = 25 * MINUTE;

  /** And so long after it: less than the shortest time between a flight's first word and it. */
  private static final long AFTER_MS = 30 * MINUTE;

  private static final Comparator<Waiting> BY_FIRST =
      Comparator.comparingLong(Waiting::firstMs).thenComparingInt(Waiting::number);
  private static final Comparator<LegCursor> BY_NEXT =
      (a, b) -> {
        int byTime = Long.compare(a.nextMs(), b.nextMs());
        return byTime != 0 ? byTime : Integer.compare(a.number(), b.number());
      };
  private static final Comparator<Delayed> BY_HEARD =
      Comparator.comparingLong(Delayed::heardMs).thenComparingLong(Delayed::number);

  /** A leg that has been given its share of the events and has not begun. */
  private record Waiting(int number, long firstMs, EventBudget.Share share) {}

  /** An event that is heard later than its time. */
  private record Delayed(long heardMs, long number, FeedEvent event) {}

  private final GeneratorOptions options;
  private final Window window;
  private final LegPlanner planner;
  private final EventBudget budget;
  private final long lastEventMs;
  private final long firstEventMs;
  private final EventWriter writer;
  private final StatusWriter statuses;
  private final Fix fix = new Fix();
  private final PriorityQueue<Waiting> waiting = new PriorityQueue<>(BY_FIRST);
  private final PriorityQueue<LegCursor> alive = new PriorityQueue<>(BY_NEXT);
  private final PriorityQueue<Delayed> delayed = new PriorityQueue<>(BY_HEARD);
  // The first leg that is not planned yet, and a moment before which it has no event.
  private int planned;
  private long notBeforeMs = Long.MIN_VALUE;
  private long produced;
  private long given;

  /**
   * A feed of the airline domain.
   *
   * @throws ConfigurationException if the catalogue is not the airline's, or fewer events are asked
   *     for than the flights have at least
   */
  public GeneratedFeed(Catalogue catalogue, GeneratorOptions options) {
    this.options = options;
    writer = new EventWriter(catalogue);
    statuses = new StatusWriter(writer);
    long startMs = options.start().toEpochMilli();
    long hoursMs = options.hours().toMillis();
    window = options.underway() ? new Window(startMs, startMs + hoursMs) : Window.ALL;
    HubNetwork network = new HubNetwork(ReferenceData.load(), options.hub());
    LegPlanner first =
        options.underway()
            ? planner(network, startMs - BEFORE_MS, BEFORE_MS + hoursMs + AFTER_MS)
            : planner(network, startMs, hoursMs);
    EventBudget.Census census = census(first);
    // Whole flights are moved so that the first event is at the start; the schedule stays round.
    long shiftMs = options.underway() ? 0 : HubSchedule.roundUp(startMs - census.firstMs());
    planner = options.underway() ? first : planner(network, startMs + shiftMs, hoursMs);
    budget = new EventBudget(census, options.events());
    firstEventMs = census.firstMs() + shiftMs;
    lastEventMs = census.lastMs() + shiftMs;
  }

  private LegPlanner planner(HubNetwork network, long fromMs, long lengthMs) {
    HubSchedule schedule = new HubSchedule(fromMs, lengthMs, options.flights());
    return new LegPlanner(options.seed(), options.flights(), schedule, network);
  }

  private EventBudget.Census census(LegPlanner legs) {
    EventBudget.Census census = new EventBudget.Census();
    for (int number = 0; number < options.flights(); number++) {
      census.count(LegPlan.of(legs.plan(number), window));
    }
    return census;
  }

  @Override
  public @Nullable FeedEvent next() {
    try {
      return nextHeard();
    } catch (IOException e) {
      // Events are written into memory alone.
      throw new UncheckedIOException(e);
    }
  }

  private @Nullable FeedEvent nextHeard() throws IOException {
    while (true) {
      begin();
      LegCursor leg = alive.peek();
      Delayed due = delayed.peek();
      if (due != null && (leg == null || due.heardMs() <= leg.nextMs())) {
        delayed.remove();
        return give(due.event());
      }
      if (leg == null) {
        return null;
      }
      FeedEvent event = produce(leg);
      if (event != null) {
        return give(event);
      }
    }
  }

  private FeedEvent give(FeedEvent event) {
    given++;
    return event;
  }

  /** The next event of the first leg; null if it is not to be heard yet. */
  private @Nullable FeedEvent produce(LegCursor leg) throws IOException {
    long lateMs = leg.delayOfNextMs();
    alive.remove();
    FeedEvent event = leg.next(fix);
    if (leg.hasNext()) {
      alive.add(leg);
    }
    produced++;
    if (lateMs == 0) {
      return event;
    }
    delayed.add(new Delayed(event.eventTimeMs() + lateMs, produced, event));
    return null;
  }

  /** Begins every leg that may have the next event. */
  private void begin() throws IOException {
    LegCursor earliest = alive.peek();
    Waiting first = waiting.peek();
    long nextMs = earliest == null ? Long.MAX_VALUE : earliest.nextMs();
    nextMs = first == null ? nextMs : Math.min(nextMs, first.firstMs());
    while (notBeforeMs <= nextMs && planned < options.flights()) {
      LegPlan plan = LegPlan.of(planner.plan(planned), window);
      waiting.add(new Waiting(planned, plan.firstMs(), budget.next(plan)));
      nextMs = Math.min(nextMs, plan.firstMs());
      planned++;
      notBeforeMs = planner.notBeforeMs(planned);
    }
    while (!waiting.isEmpty() && waiting.peek().firstMs() <= nextMs) {
      Waiting next = waiting.remove();
      LegPlan plan = LegPlan.of(planner.plan(next.number()), window);
      LegCursor leg = new LegCursor(next.number(), plan, next.share(), writer, statuses);
      if (leg.hasNext()) {
        alive.add(leg);
      }
    }
  }

  /** How many legs it holds at this moment that have begun and not ended. */
  int alive() {
    return alive.size();
  }

  /** How many events it gives in all. */
  public long totalEvents() {
    return budget.totalEvents();
  }

  /** Event time of the first event. */
  public Instant firstEventTime() {
    return Instant.ofEpochMilli(firstEventMs);
  }

  /** No event is later than this. */
  public Instant lastEventTime() {
    return Instant.ofEpochMilli(lastEventMs);
  }

  /** What it was made from. */
  public GeneratorOptions options() {
    return options;
  }

  @Override
  public FeedStats stats() {
    double progress = (double) given / budget.totalEvents();
    return new FeedStats(given, given, 0, 0, 0, given, progress);
  }

  @Override
  public void close() {
    waiting.clear();
    alive.clear();
    delayed.clear();
    planned = options.flights();
  }

  /** Says that it is made up, and from what. */
  @Override
  public String toString() {
    return "generated feed (made up, not recorded): " + options;
  }
}
