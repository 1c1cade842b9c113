package io.windsock.feeds.aviation.bts;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The columns used from BTS on-time performance data, with their names in different editions. Names
 * are compared without case and underscores.
 */
enum BtsField {
  FLIGHT_DATE(true, "flightdate", "fldate"),
  CARRIER(
      true,
      "reportingairline",
      "opuniquecarrier",
      "uniquecarrier",
      "opcarrier",
      "iatacodereportingairline",
      "carrier"),
  NUMBER(true, "flightnumberreportingairline", "opcarrierflnum", "flightnum", "flnum"),
  TAIL(false, "tailnumber", "tailnum"),
  ORIGIN(true, "origin"),
  ORIGIN_NAME(false, "origincityname"),
  DESTINATION(true, "dest"),
  DESTINATION_NAME(false, "destcityname"),
  SCHEDULED_DEPARTURE(true, "crsdeptime"),
  DEPARTURE(true, "deptime"),
  DEPARTURE_DELAY(false, "depdelay"),
  TAXI_OUT(false, "taxiout"),
  WHEELS_OFF(false, "wheelsoff"),
  WHEELS_ON(false, "wheelson"),
  TAXI_IN(false, "taxiin"),
  SCHEDULED_ARRIVAL(false, "crsarrtime"),
  ARRIVAL(false, "arrtime"),
  CANCELLED(false, "cancelled"),
  CANCELLATION_CODE(false, "cancellationcode"),
  DIVERTED(false, "diverted"),
  SCHEDULED_ELAPSED(false, "crselapsedtime"),
  ELAPSED(false, "actualelapsedtime"),
  AIR_TIME(false, "airtime"),
  DIVERTED_ELAPSED(false, "divactualelapsedtime"),
  DIVERTED_TO(false, "div1airport", "divairports[0]"),
  DIVERTED_WHEELS_ON(false, "div1wheelson", "divwheelsons[0]");

  private final boolean required;

  @SuppressWarnings("ImmutableEnumChecker") // created by List.of
  private final List<String> names;

  BtsField(boolean required, String... names) {
    this.required = required;
    this.names = List.of(names);
  }

  /** Maps each field to its column in {@code columns}; fields without a column are omitted. */
  static Map<BtsField, String> find(List<String> columns) {
    Map<BtsField, String> found = new EnumMap<>(BtsField.class);
    for (BtsField field : values()) {
      String column = field.in(columns);
      if (!column.isEmpty()) {
        found.put(field, column);
      }
    }
    return found;
  }

  /** Whether all mandatory fields are present. */
  static boolean sufficient(List<String> columns) {
    for (BtsField field : values()) {
      if (field.required && field.in(columns).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the first of the field's names that is present; empty if none is. */
  private String in(List<String> columns) {
    for (String name : names) {
      boolean element = name.endsWith("[0]");
      String plain = element ? name.substring(0, name.length() - 3) : name;
      for (String column : columns) {
        if (column.replace("_", "").toLowerCase(Locale.ROOT).equals(plain)) {
          return element ? column + "[0]" : column;
        }
      }
    }
    return "";
  }
}
