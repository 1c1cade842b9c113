package io.windsock.feeds.map;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import io.windsock.feeds.row.TimeText;
import io.windsock.feeds.spi.Provider;
import io.windsock.feeds.spi.ZoneLookup;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Compiles the part of a mapping that defines an instant. */
final class Times {
  /** The keys that define an instant. */
  static final List<String> MEMBERS = List.of("field", "as", "zone", "date", "clock", "after");

  private static final long DAY_MS = 86_400_000;
  private static final long MINUTE_MS = 60_000;

  private final Columns columns;

  /** Returns the zone of a row; null if it is unknown. */
  private interface Zone {
    @Nullable ZoneRules of(Row row) throws BadValueException;
  }

  Times(Columns columns) {
    this.columns = columns;
  }

  /** Compiles the instant and reports faults at their places. */
  Value compile(ConfigNode node) {
    if (node.isScalar()) {
      return instant(columns.number(node.scalar(), node), null);
    }
    if (!node.mappingOf(MEMBERS.toArray(String[]::new))) {
      return row -> Value.ABSENT;
    }
    if (node.has("date") || node.has("clock")) {
      return clock(node);
    }
    int column = columns.number(node.get("field").scalar(), node.get("field"));
    String as = node.has("as") ? node.get("as").scalar() : "iso";
    if (as.equals("epoch-s") || as.equals("epoch-ms")) {
      if (node.has("zone")) {
        node.get("zone").fault("does not go with " + as + ", which has none");
      }
      return epoch(column, as.equals("epoch-s") ? 1000 : 1);
    }
    Zone zone = node.has("zone") ? zone(node.get("zone")) : null;
    return as.equals("iso") ? instant(column, zone) : patterned(column, node, as, zone);
  }

  private Value epoch(int column, double factor) {
    return row -> {
      if (row.absent(column)) {
        return Value.ABSENT;
      }
      double timeMs = row.number(column) * factor;
      // Beyond these, rounding could give the value that stands for an absent one.
      if (Math.abs(timeMs) >= Long.MAX_VALUE) {
        throw BadValueException.of(columns.name(column), row.text(column), "is too large a time");
      }
      return Math.round(timeMs);
    };
  }

  private Value instant(int column, @Nullable Zone zone) {
    return row -> {
      if (row.absent(column)) {
        return Value.ABSENT;
      }
      String text = row.text(column);
      long timeMs = TimeText.instantMs(text, zone == null ? null : zone.of(row));
      if (timeMs == TimeText.NONE) {
        String hint = zone == null ? " with Z or an offset" : "";
        throw BadValueException.of(columns.name(column), text, "is not a date and time" + hint);
      }
      return timeMs;
    };
  }

  private Value patterned(int column, ConfigNode node, String pattern, @Nullable Zone zone) {
    DateTimeFormatter formatter = formatter(node.get("as"), pattern);
    return row -> {
      if (row.absent(column)) {
        return Value.ABSENT;
      }
      String text = row.text(column);
      try {
        TemporalAccessor parsed = formatter.parse(text);
        if (parsed.isSupported(ChronoField.INSTANT_SECONDS)) {
          return Instant.from(parsed).toEpochMilli();
        }
        ZoneRules rules = zone == null ? null : zone.of(row);
        if (rules == null) {
          throw BadValueException.of(
              columns.name(column), text, "has no offset and the mapping has no zone");
        }
        LocalDateTime local = LocalDateTime.from(parsed);
        return local.toInstant(rules.getOffset(local)).toEpochMilli();
      } catch (ArithmeticException e) { // milliseconds beyond a long's
        throw BadValueException.of(columns.name(column), text, "is too large a time");
      } catch (DateTimeException e) {
        throw BadValueException.of(
            columns.name(column), text, "is not a date and time like " + pattern);
      }
    };
  }

  private static DateTimeFormatter formatter(ConfigNode node, String pattern) {
    try {
      return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
    } catch (IllegalArgumentException e) {
      node.fault(
          "is '"
              + pattern
              + "'; it should be iso, epoch-s, epoch-ms, or a pattern like"
              + " yyyy-MM-dd'T'HH:mm: "
              + e.getMessage());
      return DateTimeFormatter.ISO_INSTANT;
    }
  }

  /** A date and a local clock time, {@code hhmm} or {@code hh:mm}. */
  private Value clock(ConfigNode node) {
    int date = columns.number(node.get("date").scalar(), node.get("date"));
    int clock = columns.number(node.get("clock").scalar(), node.get("clock"));
    if (!node.has("zone")) {
      node.fault("a clock needs a 'zone'");
    }
    if (node.has("field") || node.has("as")) {
      node.fault("has 'date' and 'clock', and so no 'field' and 'as'");
    }
    Zone zone = zone(node.get("zone"));
    Value after = node.has("after") ? compile(node.get("after")) : row -> Value.ABSENT;
    return row -> {
      if (row.absent(date) || row.absent(clock)) {
        return Value.ABSENT;
      }
      long day = TimeText.epochDay(row.text(date), 0);
      int minutes = minutes(row.text(clock));
      ZoneRules rules = zone.of(row);
      if (day == TimeText.NONE || minutes < 0 || rules == null) {
        throw new BadValueException(
            columns.name(date)
                + " and "
                + columns.name(clock)
                + ": '"
                + row.text(date)
                + "' and '"
                + row.text(clock)
                + "' are not a date and time of day");
      }
      long localMs = day * DAY_MS + minutes * MINUTE_MS;
      long timeMs = TimeText.toInstantMs(localMs, rules);
      return timeMs >= after.timeMs(row) ? timeMs : TimeText.toInstantMs(localMs + DAY_MS, rules);
    };
  }

  /**
   * Returns the minutes since midnight, 1440 for 2400; negative if the text is not a time of day.
   */
  private static int minutes(String text) {
    String digits = text.replace(":", "").strip();
    if (!digits.matches("\\d{1,4}")) {
      return -1;
    }
    int hhmm = Integer.parseInt(digits);
    return hhmm > 2400 || hhmm % 100 > 59 ? -1 : hhmm / 100 * 60 + hhmm % 100;
  }

  /**
   * Compiles {@code America/Toronto}, or <code>{KIND: COLUMN}</code> for a column with places of
   * that kind.
   */
  private Zone zone(ConfigNode node) {
    if (node.isMapping()) {
      List<ZoneLookup> lookups = Provider.all(ZoneLookup.class);
      node.mappingOf(Provider.names(lookups).toArray(String[]::new));
      for (ZoneLookup lookup : lookups) {
        if (node.has(lookup.name())) {
          return zoneOfPlace(node.get(lookup.name()), lookup);
        }
      }
      return row -> null;
    }
    try {
      ZoneRules rules = ZoneId.of(node.scalar()).getRules();
      return row -> rules;
    } catch (DateTimeException e) {
      node.fault(
          "'" + node.scalar() + "' is not a time zone; write one such as America/Toronto or UTC");
      return row -> null;
    }
  }

  private Zone zoneOfPlace(ConfigNode node, ZoneLookup lookup) {
    int column = columns.number(node.scalar(), node);
    return row -> {
      String place = row.absent(column) ? "" : row.text(column);
      ZoneRules rules = lookup.find(place);
      if (rules == null) {
        throw BadValueException.of(
            columns.name(column), place, "is not a known " + lookup.name() + " with a time zone");
      }
      return rules;
    };
  }

  /** An instant computed from a row. Stateless. */
  @FunctionalInterface
  interface Value {
    /** The result of {@link #timeMs} if the row has no value. */
    long ABSENT = TimeText.NONE;

    /** Returns the instant in ms since the epoch, or {@link #ABSENT}. */
    long timeMs(Row row) throws BadValueException;
  }
}
