package io.windsock.feeds.generate;

import io.windsock.feeds.generate.Leg.End;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/**
 * Plans the legs of a feed, each from only the seed and its number, so that legs can be planned in
 * any order. Not thread-safe.
 */
final class LegPlanner {
  private static final long MINUTE = 60_000;
  private static final long MS_PER_DAY = 24 * 60 * MINUTE;

  /** The maximum time from a leg's first event to its scheduled time at the hub. */
  static final long LONGEST_LEAD_MS = 14 * 60 * MINUTE;

  private static final double CANCELLED = 0.018;
  private static final double DIVERTED = 0.005;
  private static final long TAXI_AND_SLACK_MS = 26 * MINUTE;

  private final long seed;
  private final int flights;
  private final HubSchedule schedule;
  private final HubNetwork network;
  private final FlightNumbers numbers;

  LegPlanner(long seed, int flights, HubSchedule schedule, HubNetwork network) {
    this.seed = seed;
    this.flights = flights;
    this.schedule = schedule;
    this.network = network;
    numbers = new FlightNumbers(seed, flights, network);
  }

  /** Returns a time before which no leg from number {@code index} on has an event. */
  long notBeforeMs(int index) {
    return schedule.notBeforeMs(index) - LONGEST_LEAD_MS;
  }

  /** Returns leg number {@code index}, from 0. */
  Leg plan(int index) {
    long legSeed = Chance.mix(seed, index);
    Chance chance = new Chance(legSeed);
    int slot = network.slot(seed, index);
    Airline airline = network.airline(slot);
    boolean fromHub = chance.in(0.5);
    HubNetwork.Spoke spoke = network.spoke(airline, chance);
    AircraftType type = network.type(spoke.distanceNm(), chance);
    End end = end(index, chance);
    Airport origin = fromHub ? network.hub() : spoke.airport();
    Airport destination = fromHub ? spoke.airport() : network.hub();
    Route route = route(origin, destination, spoke.distanceNm(), type, end, chance);
    long hubMs = schedule.timeMs(index, fromHub, chance.share());
    long blockMs = blockMs(spoke.distanceNm(), type);
    long scheduledOut = fromHub ? hubMs : hubMs - blockMs;
    LegTimes times = times(scheduledOut, scheduledOut + blockMs, route, end, chance);
    int number = numbers.of(slot, index);
    Leg.Aircraft aircraft = LegDetails.aircraft(type, airline, number, chance);
    return new Leg(
        legSeed,
        airline.iata() + number + "-" + date(scheduledOut) + "-" + origin.iata(),
        fromHub,
        end,
        airline,
        airline.iata() + number,
        aircraft,
        route,
        times,
        LegDetails.places(chance),
        LegDetails.load(type, chance),
        LegDetails.reason(end, times, route, chance));
  }

  private End end(int index, Chance chance) {
    double drawn = chance.share();
    // One leg in the middle always flies, because positions make up the requested number of events.
    if (index == flights / 2 || drawn > CANCELLED + DIVERTED) {
      return End.ARRIVED;
    }
    return drawn < CANCELLED ? End.CANCELLED : End.DIVERTED;
  }

  private Route route(
      Airport origin,
      Airport destination,
      double distanceNm,
      AircraftType type,
      End end,
      Chance chance) {
    double cruiseKt = type.cruiseKt() * (0.95 + 0.1 * chance.share());
    double shareFlown = 0.8 + 0.12 * chance.share();
    if (end != End.DIVERTED) {
      SpeedProfile profile = new SpeedProfile(distanceNm, cruiseKt, type.cruiseFt());
      return new Route(origin, destination, null, profile);
    }
    Fix turn = new Fix();
    double beforeNm = shareFlown * distanceNm;
    GreatCircle.between(origin, destination).at(beforeNm, turn);
    Airport alternate = network.alternate(destination, origin);
    double afterNm =
        new GreatCircle(turn.latitude, turn.longitude, alternate.latitude(), alternate.longitude())
            .lengthNm();
    return new Route(
        origin,
        destination,
        new Route.Diversion(
            turn.latitude, turn.longitude, alternate, beforeNm / (beforeNm + afterNm)),
        new SpeedProfile(beforeNm + afterNm, cruiseKt, type.cruiseFt()));
  }

  private static long blockMs(double distanceNm, AircraftType type) {
    SpeedProfile planned = new SpeedProfile(distanceNm, type.cruiseKt(), type.cruiseFt());
    return HubSchedule.roundUp(planned.durationMs() + TAXI_AND_SLACK_MS);
  }

  private static LegTimes times(
      long scheduledOut, long scheduledIn, Route route, End end, Chance chance) {
    long published = scheduledOut - chance.between(95 * MINUTE, 170 * MINUTE);
    long gateKnown = scheduledOut - chance.between(60 * MINUTE, 75 * MINUTE);
    long out = scheduledOut + delayMs(chance);
    long off = out + chance.between(9 * MINUTE, 19 * MINUTE);
    long on = off + route.profile().durationMs();
    long in = on + chance.between(5 * MINUTE, 11 * MINUTE);
    long decided = 0;
    if (end == End.CANCELLED) {
      decided = scheduledOut + chance.between(-40 * MINUTE, 25 * MINUTE);
    } else if (route.diversion() != null) {
      decided = off + (long) ((on - off) * Math.max(0.6, route.diversion().share()));
    }
    return new LegTimes(published, gateKnown, scheduledOut, scheduledIn, out, off, on, in, decided);
  }

  /** Returns a departure delay: most legs leave on time, some are late, a few very late. */
  private static long delayMs(Chance chance) {
    double drawn = chance.share();
    double minutes;
    if (drawn < 0.62) {
      minutes = -4 + 12 * chance.share();
    } else if (drawn < 0.92) {
      minutes = 5 + chance.exponential(16);
    } else {
      minutes = 20 + chance.exponential(45);
    }
    return (long) (Math.min(240, minutes) * MINUTE);
  }

  private static String date(long timeMs) {
    return LocalDate.ofEpochDay(Math.floorDiv(timeMs, MS_PER_DAY))
        .format(DateTimeFormatter.BASIC_ISO_DATE);
  }
}
