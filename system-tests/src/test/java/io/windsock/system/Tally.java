package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;

/**
 * How many events a recording must give, by type and key: counted from the file itself, with
 * nothing of Windsock's readers and mappings.
 */
final class Tally {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> SBS_POSITIONS = Set.of("2", "3");
  private static final int SBS_ADDRESS = 4;
  private static final int SBS_LATITUDE = 14;
  private static final int SBS_LONGITUDE = 15;

  private final Map<String, Map<String, Long>> events = new TreeMap<>();

  private void add(String type, String key) {
    events.computeIfAbsent(type, any -> new HashMap<>()).merge(key, 1L, Long::sum);
  }

  /** A row each; no field of these files is quoted. */
  Tally csv(Path file, String type, String keyColumn) throws IOException {
    List<String> lines = lines(file);
    int key = Arrays.asList(lines.get(0).split(",", -1)).indexOf(keyColumn);
    lines.stream().skip(1).forEach(line -> add(type, line.split(",", -1)[key]));
    return this;
  }

  /** A message each that has both coordinates. */
  Tally sbs(Path file) throws IOException {
    for (String line : lines(file)) {
      String[] fields = line.split(",", -1);
      if (fields[0].equals("MSG")
          && SBS_POSITIONS.contains(fields[1])
          && !fields[SBS_LATITUDE].isEmpty()
          && !fields[SBS_LONGITUDE].isEmpty()) {
        add("FlightPosition", fields[SBS_ADDRESS]);
      }
    }
    return this;
  }

  /** A flight each. */
  Tally toronto(Path file) throws IOException {
    try (Reader text = open(file)) {
      for (JsonNode flight : JSON.readTree(text).path("list")) {
        String other = flight.at("/routes/0/code").asText();
        add(
            "FlightStatus",
            flight.path("type").asText() + flight.path("id") + flight.path("schTime") + other);
      }
    }
    return this;
  }

  /** Everything that happened to each flight. */
  Tally bts(Path file) throws IOException {
    try (var rows = new DataFileReader<GenericRecord>(file.toFile(), new GenericDatumReader<>())) {
      for (GenericRecord row : rows) {
        String key = "";
        for (String part : List.of("Carrier", "FlightNum", "FlightDate", "Origin", "Dest")) {
          key += row.get(part) + "/";
        }
        for (String clock : List.of("DepTime", "WheelsOff", "WheelsOn", "ArrTime")) {
          if (row.get(clock) != null) {
            add("FlightStatus", key);
          }
        }
        for (String flag : List.of("Cancelled", "Diverted")) {
          if (((Number) row.get(flag)).intValue() == 1) {
            add("FlightStatus", key);
          }
        }
      }
    }
    return this;
  }

  /** A feed that Windsock generated: its types and keys as they stand there. */
  Tally generated(Path file) throws IOException {
    try (var rows = new DataFileReader<GenericRecord>(file.toFile(), new GenericDatumReader<>())) {
      for (GenericRecord row : rows) {
        add(String.valueOf(row.get("type")), String.valueOf(row.get("key")));
      }
    }
    return this;
  }

  private static Reader open(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    boolean packed = file.toString().endsWith(".gz");
    return new InputStreamReader(
        packed ? new GZIPInputStream(bytes) : bytes, StandardCharsets.UTF_8);
  }

  private static List<String> lines(Path file) throws IOException {
    try (BufferedReader text = new BufferedReader(open(file))) {
      return new ArrayList<>(text.lines().filter(line -> !line.isBlank()).toList());
    }
  }

  /** Events by type. */
  Map<String, Long> byType() {
    Map<String, Long> sums = new TreeMap<>();
    events.forEach((type, keys) -> sums.put(type, sum(keys, 1)));
    return sums;
  }

  /** The same where of each key's events of {@code type} only every {@code length}th counts. */
  Map<String, Long> byTypeWithFirst(String type, int length) {
    Map<String, Long> sums = byType();
    Map<String, Long> keys = events.get(type);
    assertThat(keys).as(type).isNotNull();
    sums.put(type, sum(keys, length));
    return sums;
  }

  private static long sum(Map<String, Long> keys, int length) {
    return keys.values().stream().mapToLong(n -> (n + length - 1) / length).sum();
  }

  /** All events. */
  long total() {
    return byType().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Different keys of all types. */
  int keys() {
    Set<String> keys = new HashSet<>();
    events.values().forEach(counts -> keys.addAll(counts.keySet()));
    return keys.size();
  }
}
