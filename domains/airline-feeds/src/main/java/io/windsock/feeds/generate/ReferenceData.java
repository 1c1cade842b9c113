package io.windsock.feeds.generate;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The airports, airlines and aircraft types of the generated feed, read from this jar. Immutable.
 */
record ReferenceData(List<Airport> airports, List<Airline> airlines, List<AircraftType> types) {
  private static final double NM_PER_KM = 1 / 1.852;

  static ReferenceData load() {
    return new ReferenceData(
        read("airports.csv", ReferenceData::airport),
        read("airlines.csv", ReferenceData::airline),
        read("aircraft.csv", ReferenceData::aircraft));
  }

  private static Airport airport(NamedCsvRecord row) {
    return new Airport(
        row.getField("icao"),
        row.getField("iata"),
        row.getField("name"),
        Double.parseDouble(row.getField("latitude")),
        Double.parseDouble(row.getField("longitude")));
  }

  private static Airline airline(NamedCsvRecord row) {
    return new Airline(
        row.getField("iata"),
        row.getField("icao"),
        row.getField("base"),
        row.getField("registration"),
        row.getField("tag"));
  }

  private static AircraftType aircraft(NamedCsvRecord row) {
    return new AircraftType(
        row.getField("type"),
        Integer.parseInt(row.getField("seats")),
        Integer.parseInt(row.getField("cruiseKt")),
        Integer.parseInt(row.getField("cruiseFt")),
        Double.parseDouble(row.getField("longestKm")) * NM_PER_KM);
  }

  private static <T> List<T> read(String file, Function<NamedCsvRecord, T> row) {
    try (InputStream in = ReferenceData.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing from the jar");
      }
      var reader = new InputStreamReader(in, StandardCharsets.UTF_8);
      try (Stream<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(reader).stream()) {
        return rows.map(row).toList();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the airport with this ICAO code. */
  Airport airport(String icao) {
    return airports.stream()
        .filter(airport -> airport.icao().equals(icao))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no airport " + icao));
  }

  /** Returns the ICAO codes of the possible hubs: the airports where an airline has its base. */
  List<String> hubs() {
    return airlines.stream().map(Airline::base).toList();
  }
}
