package io.windsock.feeds.aviation;

import io.windsock.feeds.read.CsvFormat;
import io.windsock.feeds.read.CsvRows;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import io.windsock.feeds.row.TimeText;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Derives one row per message with a position (MSG,3, and on the ground MSG,2) from SBS-1
 * (BaseStation) messages. The row includes values from the aircraft's earlier messages: call sign
 * and squawk, and speed, track and vertical rate no older than {@link #KNOWN_FOR_MS}. Every other
 * message updates the known values and counts as merged.
 */
final class SbsMessages implements DerivedRows.Derivation {
  /** The fields of a row; times in ms since the epoch, units in the names. */
  static final List<String> FIELDS =
      List.of(
          ("icao24 time latitude longitude altitudeFt groundSpeedKt trackDeg "
                  + "verticalRateFpm callsign squawk onGround")
              .split(" "));

  /** The maximum age of a velocity that a row may include. */
  static final long KNOWN_FOR_MS = 60_000;

  static final int COLUMNS = 22;

  private static final int DATE_CHARS = 10;
  private static final long DAY_MS = 86_400_000;

  private static final int ICAO24 = 0;
  private static final int TIME = 1;
  private static final int LATITUDE = 2;
  private static final int LONGITUDE = 3;
  private static final int ALTITUDE = 4;
  private static final int SPEED = 5;
  private static final int TRACK = 6;
  private static final int VERTICAL_RATE = 7;
  private static final int CALLSIGN = 8;
  private static final int SQUAWK = 9;
  private static final int ON_GROUND = 10;

  /** The column indexes of a line, from 0. */
  private static final int IN_KIND = 0;

  private static final int IN_TRANSMISSION = 1;
  private static final int IN_ICAO24 = 4;
  private static final int IN_DATE = 6;
  private static final int IN_CLOCK = 7;
  private static final int IN_CALLSIGN = 10;
  private static final int IN_ALTITUDE = 11;
  private static final int IN_SPEED = 12;
  private static final int IN_TRACK = 13;
  private static final int IN_LATITUDE = 14;
  private static final int IN_LONGITUDE = 15;
  private static final int IN_VERTICAL_RATE = 16;
  private static final int IN_SQUAWK = 17;
  private static final int IN_ON_GROUND = 21;

  private static final Set<String> KINDS = Set.of("MSG", "SEL", "ID", "AIR", "STA", "CLK");
  private static final Pattern FIRST_COLUMNS =
      Pattern.compile("(MSG,[1-8]|(SEL|ID|AIR|STA|CLK),\\d*),.*");
  private static final Pattern ADDRESS = Pattern.compile("[0-9A-Fa-f]{6}");

  private final CsvRows lines;
  private final ZoneRules zone;
  private final KnownAircraft<Known> aircraft;

  /** The values from earlier messages of one aircraft. */
  private static final class Known {
    private String callsign = "";
    private String squawk = "";
    private double speed = Double.NaN;
    private double track = Double.NaN;
    private double verticalRate = Double.NaN;
    private long velocityMs = Long.MIN_VALUE;
  }

  /**
   * Creates a derivation for the messages of one receiver.
   *
   * @param lines the lines of the messages, for the number of their columns
   * @param zone the zone of the receiver's clock, which messages do not contain
   */
  SbsMessages(CsvRows lines, ZoneId zone, int maxAircraft) {
    this.lines = lines;
    this.zone = zone.getRules();
    this.aircraft = new KnownAircraft<>(maxAircraft, Known::new);
  }

  /** Returns the format of the lines: 22 columns without a header, never quoted. */
  static CsvFormat csv() {
    List<String> names = IntStream.rangeClosed(1, COLUMNS).mapToObj(i -> "c" + i).toList();
    return new CsvFormat(',', (char) 0, (char) 0, names, true);
  }

  static boolean matches(Sample sample) {
    return sample.kind() == Sample.Kind.TEXT
        && sample.lines().stream().limit(5).anyMatch(l -> FIRST_COLUMNS.matcher(l).matches());
  }

  @Override
  public Verdict derive(Row in, DerivedRow out) throws BadValueException {
    String kind = in.absent(IN_KIND) ? "" : in.text(IN_KIND);
    if (!KINDS.contains(kind)) {
      throw BadValueException.of("column 1", kind, "is not a kind of message");
    }
    if (kind.equals("STA") || kind.equals("CLK")) {
      return Verdict.MERGED;
    }
    String address = in.textIfAny(IN_ICAO24);
    if (!ADDRESS.matcher(address).matches()) {
      throw BadValueException.of("column 5", address, "is not a transponder address");
    }
    if (kind.equals("MSG")) {
      checkMessage(in);
    }
    long timeMs = timeMs(in);
    String icao24 = address.toLowerCase(Locale.ROOT);
    Known known = aircraft.get(icao24);
    learn(in, known, timeMs);
    if (in.absent(IN_LATITUDE) && in.absent(IN_LONGITUDE)) {
      return Verdict.MERGED;
    }
    out.set(ICAO24, icao24);
    out.set(TIME, timeMs);
    fill(in, out, timeMs, known);
    return Verdict.ROW;
  }

  private void checkMessage(Row in) throws BadValueException {
    String type = in.absent(IN_TRANSMISSION) ? "" : in.text(IN_TRANSMISSION);
    if (type.length() != 1 || type.charAt(0) < '1' || type.charAt(0) > '8') {
      throw BadValueException.of("column 2", type, "is not a transmission type from 1 to 8");
    }
    if (lines.columnsRead() != COLUMNS) {
      throw new BadValueException(lines.columnsRead() + " columns instead of " + COLUMNS);
    }
  }

  private static void learn(Row in, Known known, long timeMs) throws BadValueException {
    String callsign = in.textIfAny(IN_CALLSIGN);
    known.callsign = callsign.isEmpty() ? known.callsign : callsign;
    if (!in.absent(IN_SQUAWK)) {
      known.squawk = in.text(IN_SQUAWK).strip();
    }
    double speed = in.numberIfAny(IN_SPEED);
    double track = in.numberIfAny(IN_TRACK);
    double verticalRate = in.numberIfAny(IN_VERTICAL_RATE);
    // Position messages have a vertical rate of 0, which alone is not a velocity.
    if (!Double.isNaN(speed) || !Double.isNaN(track)) {
      known.speed = speed;
      known.track = track;
      known.verticalRate = verticalRate;
      known.velocityMs = timeMs;
    }
  }

  private static void fill(Row in, DerivedRow out, long timeMs, Known known)
      throws BadValueException {
    if (in.absent(IN_LATITUDE) || in.absent(IN_LONGITUDE)) {
      throw new BadValueException("a position needs both latitude and longitude");
    }
    out.set(LATITUDE, in.number(IN_LATITUDE));
    out.set(LONGITUDE, in.number(IN_LONGITUDE));
    out.set(ALTITUDE, in.numberIfAny(IN_ALTITUDE));
    if (Math.abs(timeMs - known.velocityMs) <= KNOWN_FOR_MS) {
      out.set(SPEED, known.speed);
      out.set(TRACK, known.track);
      out.set(VERTICAL_RATE, known.verticalRate);
    }
    out.set(CALLSIGN, known.callsign);
    out.set(SQUAWK, known.squawk);
    if (!in.absent(IN_ON_GROUND)) {
      out.set(ON_GROUND, in.integer(IN_ON_GROUND) != 0);
    }
  }

  /**
   * Returns the time at which the message was generated, from columns 7 and 8: {@code 2022/04/10},
   * {@code 12:52:21.740}.
   */
  private long timeMs(Row in) throws BadValueException {
    String date = in.absent(IN_DATE) ? "" : in.text(IN_DATE);
    String clock = in.absent(IN_CLOCK) ? "" : in.text(IN_CLOCK);
    long day = date.length() == DATE_CHARS ? TimeText.epochDay(date, 0) : TimeText.NONE;
    long timeOfDay = TimeText.clockMs(clock, 0, clock.length());
    if (day == TimeText.NONE || timeOfDay == TimeText.NONE) {
      throw BadValueException.of("columns 7 and 8", date + " " + clock, "are not a date and time");
    }
    return TimeText.toInstantMs(day * DAY_MS + timeOfDay, zone);
  }
}
