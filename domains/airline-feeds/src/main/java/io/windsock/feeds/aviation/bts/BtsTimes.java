package io.windsock.feeds.aviation.bts;

import io.windsock.feeds.row.BadValueException;
import java.time.zone.ZoneRules;

/**
 * Computes the instants of one BTS flight, in the order in which they happen. The data has local
 * clock times without dates, and durations in minutes between them. A duration gives the
 * approximate time, the clock the exact one. If the two are far apart, the row is refused, because
 * one of them or the airport's zone is wrong. Reused for each flight; confined to one thread.
 */
final class BtsTimes {
  /** The clock time is missing or has not been computed: the flight did not get that far. */
  static final long NONE = Long.MIN_VALUE;

  /** The duration is missing. */
  static final int UNKNOWN = Integer.MIN_VALUE;

  /**
   * The maximum difference between clock and duration. Durations are off by an hour at clock
   * changes.
   */
  static final long TOLERANCE_MS = 90 * LocalClock.MINUTE_MS;

  private static final int DEFAULT_TAXI_MINUTES = 15;

  long scheduledDeparture;
  long scheduledArrival;
  long out;
  long off;
  long on;
  long in;
  long divertedOn;

  /** Starts a flight. */
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

  /** Sets the first landing at another airport. */
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

  /** Returns the latest known event, or else the scheduled departure. */
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
