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
 * A synthetic feed of an airline hub, in the order in which its events are emitted. Events are
 * emitted at their event time, except for a fraction of {@link #OUT_OF_ORDER} up to twenty seconds
 * later and a fraction of {@link #LATE} up to ten minutes later. The same options produce the same
 * bytes. Memory use grows with the number of concurrent flights, not with the length of the feed.
 * Owned by one thread.
 */
public final class GeneratedFeed implements FeedReader {
  /** The fraction of events emitted after later ones, by at most twenty seconds. */
  public static final double OUT_OF_ORDER = Disorder.OUT_OF_ORDER;

  /** The fraction of late events, by twenty seconds to ten minutes. */
  public static final double LATE = Disorder.LATE;

  private static final long MINUTE = 60_000;

  /**
   * A feed with flights under way includes flights scheduled at the hub up to this long before it.
   */
  private static final long BEFORE_MS = 25 * MINUTE;

  /**
   * And up to this long after it: less than the minimum time from a flight's first event to its
   * scheduled time.
   */
  private static final long AFTER_MS = 30 * MINUTE;

  private static final Comparator<Waiting> BY_FIRST =
      Comparator.comparingLong(Waiting::firstMs).thenComparingInt(Waiting::number);
  private static final Comparator<LegCursor> BY_NEXT =
      (a, b) -> {
        int byTime = Long.compare(a.nextMs(), b.nextMs());
        return byTime != 0 ? byTime : Integer.compare(a.number(), b.number());
      };
  private static final Comparator<Delayed> BY_HEARD =
      Comparator.comparingLong(Delayed::emittedMs).thenComparingLong(Delayed::number);

  /** A leg with its share of the events that has not begun. */
  private record Waiting(int number, long firstMs, EventBudget.Share share) {}

  /** An event that is emitted later than its event time. */
  private record Delayed(long emittedMs, long number, FeedEvent event) {}

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
  // The first leg that is not planned yet, and a time before which it has no event.
  private int planned;
  private long notBeforeMs = Long.MIN_VALUE;
  private long produced;
  private long given;

  /**
   * Creates a feed of the airline domain.
   *
   * @throws ConfigurationException if the catalogue is not the airline's, or the requested number
   *     of events is below the flights' minimum
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
    // Shift whole flights so that the first event is at the start; scheduled times stay round.
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
      return nextEmitted();
    } catch (IOException e) {
      // Can't happen: events are written to memory only.
      throw new UncheckedIOException(e);
    }
  }

  private @Nullable FeedEvent nextEmitted() throws IOException {
    while (true) {
      begin();
      LegCursor leg = alive.peek();
      Delayed due = delayed.peek();
      if (due != null && (leg == null || due.emittedMs() <= leg.nextMs())) {
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

  /** Returns the next event of the first leg; null if it is not to be emitted yet. */
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

  /** Returns the number of legs that have begun and not ended. */
  int alive() {
    return alive.size();
  }

  /** Returns the total number of events. */
  public long totalEvents() {
    return budget.totalEvents();
  }

  /** Returns the event time of the first event. */
  public Instant firstEventTime() {
    return Instant.ofEpochMilli(firstEventMs);
  }

  /** Returns an upper bound of all event times. */
  public Instant lastEventTime() {
    return Instant.ofEpochMilli(lastEventMs);
  }

  /** Returns the options that the feed was generated from. */
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

  /** Says that the feed is generated, and from which options. */
  @Override
  public String toString() {
    return "generated feed (made up, not recorded): " + options;
  }
}
