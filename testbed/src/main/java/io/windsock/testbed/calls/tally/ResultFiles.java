package io.windsock.testbed.calls.tally;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
    try {
      createFolder(prefix);
      Files.writeString(json(prefix), JSON.writeValueAsString(result) + "\n");
      Files.writeString(csv(prefix), csv(result.intervals()));
    } catch (IOException e) {
      throw failure(prefix, e);
    }
    return List.of(json(prefix), csv(prefix));
  }

  /**
   * Tries whether both files can be written, before a load whose result would be lost. Existing
   * files keep their content; the folder is created if there is none.
   *
   * @throws Failure if they can't be written
   */
  public static void probe(Path prefix) {
    try {
      createFolder(prefix);
      for (Path file : List.of(json(prefix), csv(prefix))) {
        boolean existed = Files.exists(file);
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
        if (!existed) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw failure(prefix, e);
    }
  }

  private static Path json(Path prefix) {
    return prefix.resolveSibling(prefix.getFileName() + ".json");
  }

  private static Path csv(Path prefix) {
    return prefix.resolveSibling(prefix.getFileName() + ".csv");
  }

  private static void createFolder(Path prefix) throws IOException {
    Path folder = prefix.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
  }

  private static Failure failure(Path prefix, IOException e) {
    return new Failure(
        "can't write %s.json and .csv (%s): name another --out".formatted(prefix, e), e);
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
