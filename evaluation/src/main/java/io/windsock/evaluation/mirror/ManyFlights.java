package io.windsock.evaluation.mirror;

import io.windsock.contracts.topic.Topics;
import io.windsock.testbed.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs a site with many flights in a JVM of its own, stops it, and starts it again. */
final class ManyFlights {
  private static final int FIELDS = 4;

  /**
   * The report of a site's process when it became ready.
   *
   * @param readyMs from the start of its JVM, ms
   * @param rssKb its resident memory at that time, kB
   * @param peakRssKb its peak resident memory until then, kB
   * @param keys number of flights
   */
  record Ready(long readyMs, long rssKb, long peakRssKb, long keys) {}

  private final String bootstrapServers;
  private final Topics topics;
  private final Path dataDir;
  private final String heap;
  private final long memoryBytes;

  ManyFlights(String bootstrapServers, Topics topics, Path dataDir, String heap, long memoryBytes) {
    this.bootstrapServers = bootstrapServers;
    this.topics = topics;
    this.dataDir = dataDir;
    this.heap = heap;
    this.memoryBytes = memoryBytes;
  }

  /** Starts a site on the directory, waits until it is ready, and stops it cleanly. */
  Ready run() throws IOException {
    List<String> args =
        List.of(bootstrapServers, topics.prefix(), dataDir.toString(), Long.toString(memoryBytes));
    try (ChildProcess site = ChildProcess.start(SiteProcess.class, List.of(heap), args)) {
      return parse(site.await("ready"));
    }
  }

  private static Ready parse(String line) throws IOException {
    String[] fields = line.split(" ", -1);
    if (fields.length != FIELDS) {
      throw new IOException("not what a site's process prints: " + line);
    }
    return new Ready(
        Long.parseLong(fields[0]),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]));
  }
}
