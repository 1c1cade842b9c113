package io.windsock.testbed.calls.tally;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes a result: everything as JSON, and the intervals as CSV, one a line. */
public final class ResultFiles {
  private static final String HEAD =
      "from_ms,due,in_time,in_time_share,absent,missed,busy,behind,failed,invalid,lost,duplicates,"
          + "p50_ms,p90_ms,p99_ms,p999_ms,max_ms\n";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ResultFiles() {}

  /**
   * Writes {@code PREFIX.json} and {@code PREFIX.csv}, over existing files.
   *
   * @return the two files
   * @throws Failure if they can't be written
   */
  public static List<Path> write(CallsResult result, Path prefix) {
    Path json = prefix.resolveSibling(prefix.getFileName() + ".json");
    Path csv = prefix.resolveSibling(prefix.getFileName() + ".csv");
    try {
      Path folder = prefix.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.writeString(json, JSON.writeValueAsString(result) + "\n");
      Files.writeString(csv, csv(result.intervals()));
    } catch (IOException e) {
      throw new Failure("can't write " + prefix + ".json and .csv: " + e.getMessage(), e);
    }
    return List.of(json, csv);
  }

  static String csv(List<IntervalResult> intervals) {
    StringBuilder text = new StringBuilder(HEAD);
    for (IntervalResult interval : intervals) {
      Counts n = interval.counts();
      Latency t = interval.latency();
      text.append(
          String.format(
              Locale.ROOT,
              "%d,%d,%d,%.6f,%d,%d,%d,%d,%d,%d,%d,%d,%.3f,%.3f,%.3f,%.3f,%.3f\n",
              interval.fromMs(),
              n.due(),
              n.inTime(),
              n.inTimeShare(),
              n.absent(),
              n.missed(),
              n.busy(),
              n.behind(),
              n.failed(),
              n.invalid(),
              n.lost(),
              n.duplicates(),
              t.p50Ms(),
              t.p90Ms(),
              t.p99Ms(),
              t.p999Ms(),
              t.maxMs()));
    }
    return text.toString();
  }
}
