package io.windsock.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Small recordings in a format that a shipped mapping reads, and rules for them. */
final class Recording {
  /** Of each flight with n positions, the mirrors get n/10 of them, rounded up. */
  static final String FIRST_OF_TEN =
      """
      rules:
        - name: first-of-ten
          rule: overwrite
          type: FlightPosition
          mode: first
          length: 10
      """;

  private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

  private Recording() {}

  /** Positions of flights A and B, a second apart, and lines that are none. */
  static Path write(Path file, int ofA, int ofB, int broken) throws IOException {
    return write(file, START, ofA, ofB, broken);
  }

  /** The same from a moment on. */
  static Path write(Path file, Instant start, int ofA, int ofB, int broken) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("flight_id,timestamp,latitude,longitude,altitude,speed_gnd,track_gnd,vert_speed,");
    text.append("distance_arp,sequence_number\n");
    for (int i = 0; i < Math.max(ofA, ofB); i++) {
      text.append(i < ofA ? line("A", start, i) : "").append(i < ofB ? line("B", start, i) : "");
    }
    for (int i = 0; i < broken; i++) {
      text.append("A,").append(start.plusSeconds(i)).append(",north,0,0,0,0,0,0,0\n");
    }
    return Files.writeString(file, text);
  }

  private static String line(String flight, Instant start, int second) {
    return flight
        + ","
        + start.plusSeconds(second)
        + ",51."
        + (100 + second)
        + ",-0.5,3000,140,270,-700,20000,"
        + second
        + "\n";
  }
}
