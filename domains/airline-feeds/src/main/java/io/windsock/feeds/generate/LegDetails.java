package io.windsock.feeds.generate;

import io.windsock.feeds.generate.Leg.End;
import org.jspecify.annotations.Nullable;

/** Chooses a leg's aircraft, places, load and reason. */
final class LegDetails {
  private static final double SOMEONE_MISSING = 0.08;
  private static final int REGISTRATION_LENGTH = 6;

  private static final String[] REASONS = {
    "late inbound aircraft",
    "air traffic flow control",
    "late inbound aircraft",
    "technical check",
    "crew availability",
    "ground handling",
    "weather at destination",
  };

  private LegDetails() {}

  static Leg.Aircraft aircraft(AircraftType type, Airline airline, int number, Chance chance) {
    String mark = airline.registration();
    String registration =
        mark.endsWith("-")
            ? mark + chance.letters(REGISTRATION_LENGTH - mark.length())
            : mark + chance.between(100, 1000) + chance.letters(2);
    String icao24 = Integer.toHexString(0x1000000 | chance.below(0x1000000)).substring(1);
    String squawk = Integer.toOctalString(0x1000 | chance.below(0x1000)).substring(1);
    return new Leg.Aircraft(type, registration, icao24, squawk, airline.icao() + number);
  }

  static Leg.Places places(Chance chance) {
    int terminal = 1 + chance.below(5);
    String gate = (char) ('A' + chance.below(4)) + Integer.toString(1 + chance.below(48));
    String stand = Integer.toString(terminal * 100 + 1 + chance.below(60));
    String belt = Integer.toString(1 + chance.below(12));
    return new Leg.Places(Integer.toString(terminal), gate, stand, belt);
  }

  static Leg.Load load(AircraftType type, Chance chance) {
    int expected = (int) (type.seats() * (0.62 + 0.37 * chance.share()));
    int missing = chance.in(SOMEONE_MISSING) ? 1 + chance.below(4) : 0;
    int bags = (int) (expected * (0.45 + 0.4 * chance.share()));
    int crew = 4 + type.seats() / 40;
    return new Leg.Load(expected, expected - missing, bags, bags - missing, crew);
  }

  static @Nullable String reason(End end, LegTimes times, Route route, Chance chance) {
    String drawn = REASONS[chance.below(REASONS.length)];
    if (end == End.DIVERTED) {
      return "low visibility, diverted to " + route.last().name();
    }
    boolean late = times.delayMs() >= Milestone.ANNOUNCED_DELAY_MS;
    return late || end == End.CANCELLED ? drawn : null;
  }
}
