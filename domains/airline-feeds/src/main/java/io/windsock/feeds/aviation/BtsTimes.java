package io.windsock.feeds.aviation;

import io.windsock.feeds.read.BadValueException;
import java.time.zone.ZoneRules;

/**
 * The instants of one flight of BTS data, worked out in the order in which they happen. The data
 * gives readings of local clocks without dates, and minutes between them; the minutes say about
 * when, the clock says exactly when. Where both are far apart the row is refused: one of them, or
 * the airport's zone, is wrong. Used for one flight after another, by one thread.
 */
final class BtsTimes {
  /** No such reading, or it has not been worked out: the flight did not get there. */
  static final long NONE = Long.MIN_VALUE;

  /** No such duration. */
  static final int UNKNOWN = Integer.MIN_VALUE;

  /** How far clock and duration may be apart. Durations are wrong by an hour at changes of time. */
  static final long TOLERANCE_MS = 90 * LocalClock.MINUTE_MS;

  private static final int DEFAULT_TAXI_MINUTES = 15;

  long scheduledDeparture;
  long scheduledArrival;
  long out;
  long off;
  long on;
  long in;
  long divertedOn;

  /** Begins a flight. */
  void start(long epochDay, int scheduledDepartureMinutes, ZoneRules origin) {
    scheduledDeparture = LocalClock.on(epochDay, scheduledDepartureMinutes, origin);
    scheduledArrival = NONE;
    out = NONE;
    off = NONE;
    on = NONE;
    in = NONE;
    divertedOn = NONE;
  }

  void scheduleArrival(int minutes, int elapsed, ZoneRules destination) throws BadValueException {
    scheduledArrival =
        elapsed == UNKNOWN
            ? LocalClock.firstFrom(scheduledDeparture, minutes, destination)
            : nearest("CRSArrTime", scheduledDeparture, elapsed, minutes, destination);
  }

  void leaveGate(int minutes, int delay, ZoneRules origin) throws BadValueException {
    out =
        delay == UNKNOWN
            ? LocalClock.nearest(scheduledDeparture, minutes, origin)
            : nearest("DepTime", scheduledDeparture, delay, minutes, origin);
  }

  void takeOff(int minutes, int taxiOut, ZoneRules origin) throws BadValueException {
    long from = out == NONE ? scheduledDeparture : out;
    off =
        taxiOut == UNKNOWN
            ? LocalClock.nearest(
                from + DEFAULT_TAXI_MINUTES * LocalClock.MINUTE_MS, minutes, origin)
            : nearest("WheelsOff", from, taxiOut, minutes, origin);
  }

  /** The first landing elsewhere. */
  void landElsewhere(int minutes, ZoneRules there) {
    divertedOn = LocalClock.firstFrom(lastKnown(), minutes, there);
  }

  void land(int minutes, int airTime, ZoneRules destination) throws BadValueException {
    on =
        airTime == UNKNOWN || off == NONE
            ? LocalClock.firstFrom(lastKnown(), minutes, destination)
            : nearest("WheelsOn", off, airTime, minutes, destination);
  }

  void arrive(int minutes, int elapsed, ZoneRules destination) throws BadValueException {
    in =
        elapsed == UNKNOWN || out == NONE
            ? LocalClock.firstFrom(lastKnown(), minutes, destination)
            : nearest("ArrTime", out, elapsed, minutes, destination);
  }

  /** The latest thing known to have happened, else the scheduled departure. */
  long lastKnown() {
    long last = Math.max(Math.max(out, off), Math.max(divertedOn, Math.max(on, in)));
    return last == NONE ? scheduledDeparture : last;
  }

  /** Refuses a flight that lands before it takes off. */
  void checkOrder() throws BadValueException {
    long last = NONE;
    for (long time : new long[] {out, off, divertedOn, on, in}) {
      if (time != NONE && time < last) {
        throw new BadValueException("its times are not in the order out, off, on, in");
      }
      last = Math.max(last, time);
    }
  }

  private static long nearest(String name, long from, int after, int minutes, ZoneRules zone)
      throws BadValueException {
    long expected = from + after * LocalClock.MINUTE_MS;
    long found = LocalClock.nearest(expected, minutes, zone);
    if (Math.abs(found - expected) > TOLERANCE_MS) {
      long apart = Math.abs(found - expected) / LocalClock.MINUTE_MS;
      throw new BadValueException(
          name
              + ": the local clock and the duration of "
              + after
              + " minutes are "
              + apart
              + " minutes apart");
    }
    return found;
  }
}
