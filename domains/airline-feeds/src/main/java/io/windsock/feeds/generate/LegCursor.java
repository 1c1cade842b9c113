package io.windsock.feeds.generate;

import io.windsock.feeds.FeedEvent;
import java.io.IOException;

/**
 * Produces the events of one leg in order of event time. Owned by its feed.
 *
 * <p>It merges five kinds of events, each in its own order; the next event is the earliest of them.
 */
final class LegCursor {
  private static final long NO_MORE = Long.MAX_VALUE;
  private static final int KINDS = 5;
  private static final int STATUS = 0;
  private static final int CREW = 1;
  private static final int BOARDING = 2;
  private static final int BAGGAGE = 3;
  private static final int POSITION = 4;
  private static final String SEATS = "ABCDEF";
  private static final long FIRST_TAG = 100_000;
  private static final long TAGS = 900_000;

  private final LegPlan plan;
  private final FlightPath path;
  private final EventWriter writer;
  private final StatusWriter statuses;
  private final byte[] positionTail;
  private final int number;
  // For each kind: the index of its next event, the index after its last, the next event's time.
  private final int[] index = new int[KINDS];
  private final int[] end = new int[KINDS];
  private final long[] nextMs = new long[KINDS];
  private int kind;
  private long earliestMs;
  private int given;

  LegCursor(
      int number, LegPlan plan, EventBudget.Share share, EventWriter writer, StatusWriter statuses)
      throws IOException {
    this.number = number;
    this.plan = plan;
    this.writer = writer;
    this.statuses = statuses;
    path = FlightPath.of(plan.leg());
    positionTail = writer.positionTail(plan.leg().aircraft());
    index[STATUS] = plan.firstStatus();
    end[STATUS] = plan.endStatus();
    index[CREW] = plan.firstCrew();
    end[CREW] = plan.endCrew();
    end[BOARDING] = share.boardings();
    end[BAGGAGE] = share.bags();
    end[POSITION] = share.positions();
    for (int each = 0; each < KINDS; each++) {
      nextMs[each] = timeMs(each);
    }
    choose();
  }

  /** Returns the leg's number, which orders events of the same time. */
  int number() {
    return number;
  }

  /** Returns the delay of the next event; a leg's first event is never delayed. */
  long delayOfNextMs() {
    return given == 0 ? 0 : Disorder.delayMs(Chance.mix(plan.leg().seed(), given));
  }

  /** Returns the event time of the next event; {@link Long#MAX_VALUE} if there is none. */
  long nextMs() {
    return earliestMs;
  }

  boolean hasNext() {
    return earliestMs != NO_MORE;
  }

  /** Returns the next event, which must exist. */
  FeedEvent next(Fix fix) throws IOException {
    long timeMs = earliestMs;
    FeedEvent event = write(kind, index[kind], timeMs, fix);
    index[kind]++;
    nextMs[kind] = timeMs(kind);
    given++;
    choose();
    return event;
  }

  private void choose() {
    kind = STATUS;
    for (int each = 1; each < KINDS; each++) {
      if (nextMs[each] < nextMs[kind]) {
        kind = each;
      }
    }
    earliestMs = nextMs[kind];
  }

  private long bits(int which, int at) {
    return Chance.mix(plan.leg().seed() + which, at);
  }

  private long timeMs(int which) {
    int at = index[which];
    int count = end[which];
    if (at >= count) {
      return NO_MORE;
    }
    return switch (which) {
      case STATUS -> plan.statusMs(at);
      case CREW -> plan.crew().timeMs(at);
      case BOARDING -> plan.boarding().timeMs(at, count, bits(which, at));
      case BAGGAGE -> plan.baggage().timeMs(at, count, bits(which, at));
      default -> plan.positions().timeMs(at, count, bits(which, at));
    };
  }

  private FeedEvent write(int which, int at, long timeMs, Fix fix) throws IOException {
    return switch (which) {
      case STATUS -> statuses.write(plan, at, at == plan.firstStatus());
      case CREW -> crew(at, timeMs);
      case BOARDING -> boarding(at, timeMs);
      case BAGGAGE -> baggage(at, timeMs);
      default -> position(timeMs, fix);
    };
  }

  private FeedEvent crew(int at, long timeMs) throws IOException {
    Leg leg = plan.leg();
    CrewStep step = plan.crew().what(at);
    return writer.crew(leg.key(), timeMs, step.status(), step.onBoard(), leg.load().crew());
  }

  private FeedEvent boarding(int at, long timeMs) throws IOException {
    Leg leg = plan.leg();
    return writer.boarding(
        leg.key(),
        timeMs,
        leg.fromHub() ? leg.places().gate() : null,
        plan.boarding().counted(at, end[BOARDING]),
        leg.load().expected(),
        seat(bits(BOARDING, at)));
  }

  private FeedEvent baggage(int at, long timeMs) throws IOException {
    Leg leg = plan.leg();
    long serial = FIRST_TAG + Math.floorMod(bits(BAGGAGE, at), TAGS);
    return writer.baggage(
        leg.key(),
        timeMs,
        plan.baggage().counted(at, end[BAGGAGE]),
        leg.load().bagsExpected(),
        leg.airline().tag() + serial);
  }

  private FeedEvent position(long timeMs, Fix fix) throws IOException {
    path.at(timeMs, fix);
    return writer.position(plan.leg().key(), timeMs, fix, positionTail);
  }

  private String seat(long bits) {
    int row = 1 + Math.floorMod((int) (bits >>> 32), 1 + plan.leg().aircraft().type().seats() / 6);
    return Integer.toString(row) + SEATS.charAt(Math.floorMod((int) bits, SEATS.length()));
  }
}
