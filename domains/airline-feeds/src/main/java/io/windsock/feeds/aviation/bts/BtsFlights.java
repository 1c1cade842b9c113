package io.windsock.feeds.aviation.bts;

import io.windsock.feeds.aviation.AirportZones;
import io.windsock.feeds.aviation.DerivedRow;
import io.windsock.feeds.aviation.DerivedRows;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import io.windsock.feeds.row.TimeText;
import java.time.zone.ZoneRules;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Derives one row per flight from BTS on-time performance data, with the instants of its events. If
 * the data lacks a time, the latest known one is used: a cancelled flight is cancelled at its
 * scheduled departure, or after its last known event; a diverted flight with an unknown landing
 * lands at its scheduled arrival.
 */
final class BtsFlights implements DerivedRows.Derivation {
  /** The fields of a row; times in ms since the epoch. */
  static final List<String> FIELDS =
      List.of(
          ("carrier number date origin destination originName destinationName registration "
                  + "scheduledDeparture scheduledArrival out off on in cancelled cancellationCode "
                  + "diverted divertedTo")
              .split(" "));

  private static final int OUT_DATE = FIELDS.indexOf("date");
  private static final int OUT_ORIGIN = FIELDS.indexOf("origin");
  private static final int OUT_DESTINATION = FIELDS.indexOf("destination");
  private static final int OUT_CARRIER = FIELDS.indexOf("carrier");
  private static final int OUT_NUMBER = FIELDS.indexOf("number");
  private static final int OUT_ORIGIN_NAME = FIELDS.indexOf("originName");
  private static final int OUT_DESTINATION_NAME = FIELDS.indexOf("destinationName");
  private static final int OUT_REGISTRATION = FIELDS.indexOf("registration");
  private static final int OUT_CANCELLATION_CODE = FIELDS.indexOf("cancellationCode");
  private static final int OUT_DIVERTED_TO = FIELDS.indexOf("divertedTo");
  private static final int OUT_SCHEDULED_DEPARTURE = FIELDS.indexOf("scheduledDeparture");
  private static final int OUT_SCHEDULED_ARRIVAL = FIELDS.indexOf("scheduledArrival");
  private static final int OUT_OUT = FIELDS.indexOf("out");
  private static final int OUT_OFF = FIELDS.indexOf("off");
  private static final int OUT_ON = FIELDS.indexOf("on");
  private static final int OUT_IN = FIELDS.indexOf("in");
  private static final int OUT_CANCELLED = FIELDS.indexOf("cancelled");
  private static final int OUT_DIVERTED = FIELDS.indexOf("diverted");

  private static final Pattern US_DATE =
      Pattern.compile("(\\d{1,2})/(\\d{1,2})/(\\d{4})( 12:00:00 AM)?");
  private static final int ABSENT = -1;

  private final Map<BtsField, Integer> columns = new EnumMap<>(BtsField.class);
  private final Map<BtsField, String> names;
  private final AirportZones zones;
  private final BtsTimes times = new BtsTimes();

  /**
   * Creates a derivation for rows that have the columns {@link #wanted}.
   *
   * @param fileColumns the columns of the file
   */
  BtsFlights(List<String> fileColumns, AirportZones zones) {
    this.zones = zones;
    this.names = BtsField.find(fileColumns);
    List<String> wanted = wanted(fileColumns);
    names.forEach((field, name) -> columns.put(field, wanted.indexOf(name)));
  }

  /** Returns the columns to request, out of those that the file has. */
  static List<String> wanted(List<String> names) {
    return BtsField.find(names).values().stream().distinct().toList();
  }

  static boolean matches(List<String> names) {
    return BtsField.sufficient(names);
  }

  @Override
  public Verdict derive(Row in, DerivedRow out) throws BadValueException {
    String date = date(in);
    String origin = required(in, BtsField.ORIGIN);
    String destination = required(in, BtsField.DESTINATION);
    ZoneRules originZone = zone(origin);
    ZoneRules destinationZone = zone(destination);
    int scheduled = minutes(in, BtsField.SCHEDULED_DEPARTURE);
    if (scheduled == ABSENT) {
      throw new BadValueException("CRSDepTime is absent");
    }
    times.start(TimeText.epochDay(date, 0), scheduled, originZone);
    workOut(in, originZone, destinationZone);
    out.set(OUT_DATE, date);
    out.set(OUT_ORIGIN, origin);
    out.set(OUT_DESTINATION, destination);
    fillTexts(in, out);
    fillTimes(in, out);
    return Verdict.ROW;
  }

  private void workOut(Row in, ZoneRules origin, ZoneRules destination) throws BadValueException {
    int at = minutes(in, BtsField.SCHEDULED_ARRIVAL);
    if (at != ABSENT) {
      times.scheduleArrival(at, duration(in, BtsField.SCHEDULED_ELAPSED), destination);
    }
    at = minutes(in, BtsField.DEPARTURE);
    if (at != ABSENT) {
      times.leaveGate(at, duration(in, BtsField.DEPARTURE_DELAY), origin);
    }
    at = minutes(in, BtsField.WHEELS_OFF);
    if (at != ABSENT) {
      times.takeOff(at, duration(in, BtsField.TAXI_OUT), origin);
    }
    at = minutes(in, BtsField.DIVERTED_WHEELS_ON);
    if (at != ABSENT) {
      times.landElsewhere(at, zone(required(in, BtsField.DIVERTED_TO)));
    }
    at = minutes(in, BtsField.WHEELS_ON);
    if (at != ABSENT) {
      times.land(at, duration(in, BtsField.AIR_TIME), destination);
    }
    at = minutes(in, BtsField.ARRIVAL);
    if (at != ABSENT) {
      times.arrive(at, elapsed(in), destination);
    }
    times.checkOrder();
  }

  private int elapsed(Row in) throws BadValueException {
    int elapsed = duration(in, BtsField.ELAPSED);
    return elapsed == BtsTimes.UNKNOWN ? duration(in, BtsField.DIVERTED_ELAPSED) : elapsed;
  }

  private void fillTexts(Row in, DerivedRow out) throws BadValueException {
    out.set(OUT_CARRIER, required(in, BtsField.CARRIER));
    out.set(OUT_NUMBER, whole(required(in, BtsField.NUMBER)));
    out.set(OUT_ORIGIN_NAME, text(in, BtsField.ORIGIN_NAME));
    out.set(OUT_DESTINATION_NAME, text(in, BtsField.DESTINATION_NAME));
    out.set(OUT_REGISTRATION, text(in, BtsField.TAIL));
    out.set(OUT_CANCELLATION_CODE, text(in, BtsField.CANCELLATION_CODE));
    out.set(OUT_DIVERTED_TO, text(in, BtsField.DIVERTED_TO));
  }

  private void fillTimes(Row in, DerivedRow out) throws BadValueException {
    setTime(out, OUT_SCHEDULED_DEPARTURE, times.scheduledDeparture);
    setTime(out, OUT_SCHEDULED_ARRIVAL, times.scheduledArrival);
    setTime(out, OUT_OUT, times.out);
    setTime(out, OUT_OFF, times.off);
    setTime(out, OUT_ON, times.on);
    setTime(out, OUT_IN, times.in);
    if (flag(in, BtsField.CANCELLED)) {
      setTime(out, OUT_CANCELLED, Math.max(times.lastKnown(), times.scheduledDeparture));
    }
    if (flag(in, BtsField.DIVERTED)) {
      long known = times.divertedOn;
      setTime(
          out,
          OUT_DIVERTED,
          known != BtsTimes.NONE ? known : Math.max(times.lastKnown(), times.scheduledArrival));
    }
  }

  private static void setTime(DerivedRow out, int field, long timeMs) {
    if (timeMs != BtsTimes.NONE) {
      out.set(field, timeMs);
    }
  }

  private ZoneRules zone(String airport) throws BadValueException {
    ZoneRules zone = zones.find(airport);
    if (zone == null) {
      throw BadValueException.of("airport", airport, "has no known time zone");
    }
    return zone;
  }

  /** Returns the date as {@code yyyy-mm-dd}. */
  private String date(Row in) throws BadValueException {
    String text = required(in, BtsField.FLIGHT_DATE);
    Matcher us = US_DATE.matcher(text);
    String date =
        us.matches() ? us.group(3) + '-' + two(us.group(1)) + '-' + two(us.group(2)) : text;
    if (date.length() != 10 || TimeText.epochDay(date, 0) == TimeText.NONE) {
      throw BadValueException.of("FlightDate", text, "is not a date");
    }
    return date;
  }

  private static String two(String digits) {
    return digits.length() == 1 ? "0" + digits : digits;
  }

  /**
   * Returns a clock time of the form hhmm as minutes since midnight, 1440 for 2400; or {@link
   * #ABSENT}.
   */
  private int minutes(Row in, BtsField field) throws BadValueException {
    double value = number(in, field);
    if (Double.isNaN(value)) {
      return ABSENT;
    }
    int hhmm = (int) value;
    if (hhmm != value || hhmm < 0 || hhmm > 2400 || hhmm % 100 > 59) {
      throw BadValueException.of(name(field), text(in, field), "is not a time of the form hhmm");
    }
    return hhmm / 100 * 60 + hhmm % 100;
  }

  /** Returns minutes, or {@link BtsTimes#UNKNOWN}. */
  private int duration(Row in, BtsField field) throws BadValueException {
    double value = number(in, field);
    if (Double.isNaN(value)) {
      return BtsTimes.UNKNOWN;
    }
    if (Math.abs(value) >= Integer.MAX_VALUE) {
      throw BadValueException.of(name(field), text(in, field), "is too large a number of minutes");
    }
    return (int) Math.round(value);
  }

  private boolean flag(Row in, BtsField field) throws BadValueException {
    double value = number(in, field);
    return !Double.isNaN(value) && value != 0;
  }

  private double number(Row in, BtsField field) throws BadValueException {
    Integer column = columns.get(field);
    return column == null ? Double.NaN : in.numberIfAny(column);
  }

  private String text(Row in, BtsField field) throws BadValueException {
    Integer column = columns.get(field);
    return column == null ? "" : in.textIfAny(column);
  }

  /** Returns the field's name in the file. */
  private String name(BtsField field) {
    return names.getOrDefault(field, field.name());
  }

  private String required(Row in, BtsField field) throws BadValueException {
    String text = text(in, field);
    if (text.isEmpty()) {
      throw new BadValueException(name(field) + " is absent");
    }
    return text;
  }

  /** Converts a number that a spreadsheet wrote as {@code 67.00}. */
  private static String whole(String number) {
    return number.endsWith(".00") ? number.substring(0, number.length() - 3) : number;
  }
}
