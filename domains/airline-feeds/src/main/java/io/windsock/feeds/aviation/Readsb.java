package io.windsock.feeds.aviation;

import io.windsock.feeds.input.Input;
import io.windsock.feeds.read.JsonRows;
import io.windsock.feeds.read.RecordsPath;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.row.AbsentTexts;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import io.windsock.feeds.row.RowSource;
import io.windsock.feeds.spi.InputFormat.Options;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The common parts of the two JSON formats of dump1090 and readsb. */
final class Readsb {
  /** The fields of a row; times in ms since the epoch, units in the names. */
  static final List<String> FIELDS =
      List.of(
          ("address icao24 time latitude longitude altitudeFt onGround groundSpeedKt "
                  + "trackDeg verticalRateFpm callsign squawk registration aircraftType")
              .split(" "));

  static final int ADDRESS = 0;
  static final int ICAO24 = 1;
  static final int TIME = 2;
  static final int LATITUDE = 3;
  static final int LONGITUDE = 4;
  static final int ALTITUDE = 5;
  static final int ON_GROUND = 6;
  static final int SPEED = 7;
  static final int TRACK = 8;
  static final int VERTICAL_RATE = 9;
  static final int CALLSIGN = 10;
  static final int SQUAWK = 11;
  static final int REGISTRATION = 12;
  static final int AIRCRAFT_TYPE = 13;

  /** A tilde marks an address that is not an ICAO address: TIS-B, or assigned by the receiver. */
  private static final Pattern ADDRESS_FORM = Pattern.compile("~?[0-9A-Fa-f]{6}");

  private Readsb() {}

  /** Returns the records at {@code path}. */
  static RowSource rows(
      Input input, Sample sample, RecordsPath path, List<String> wanted, Options options) {
    return new JsonRows(
        input,
        sample.jsonPerLine(),
        path,
        AbsentTexts.NONE,
        wanted,
        options.limits().maxRecordBytes(),
        options.tally());
  }

  /** Returns the aircraft's address in lower case. */
  static String address(Row in, int field, String name) throws BadValueException {
    String address = in.textIfAny(field);
    if (!ADDRESS_FORM.matcher(address).matches()) {
      throw BadValueException.of(name, address, "is not a transponder address");
    }
    return address.toLowerCase(Locale.ROOT);
  }

  /** Returns the address if it is an ICAO address, otherwise an empty text. */
  static String icao24(String address) {
    return address.startsWith("~") ? "" : address;
  }

  /** Sets the altitude, which may be the word {@code ground}; a negative field: there is none. */
  static void setAltitude(DerivedRow out, Row in, int field) throws BadValueException {
    if (field >= 0 && !in.absent(field)) {
      boolean ground = in.text(field).equals("ground");
      out.set(ON_GROUND, ground);
      out.set(ALTITUDE, ground ? Double.NaN : in.number(field));
    }
  }

  /** Returns the first field that has a value; negative if none has. */
  static int first(Row in, int... fields) {
    for (int field : fields) {
      if (!in.absent(field)) {
        return field;
      }
    }
    return -1;
  }

  /** Returns the number, or NaN if there is none. */
  static double number(Row in, int field) throws BadValueException {
    return field < 0 ? Double.NaN : in.numberIfAny(field);
  }
}
