package io.windsock.feeds;

import com.sun.management.ThreadMXBean;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.feeds.recorded.Feeds;
import io.windsock.feeds.recorded.RecordedFeed;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/**
 * How fast one thread makes events of a file: reading, splitting, converting, encoding. Without an
 * argument the file is one of 500,000 positions in the form of the Heathrow recording, numbers of
 * full precision; else the one that is named. Run it from the test class path: {@code java -cp …
 * io.windsock.feeds.FeedRate [FILE]}. It prints a line a round: events a second of the clock and of
 * the thread's processor time, and bytes allocated.
 */
final class FeedRate {
  private static final int ROWS = 500_000;
  private static final int ROUNDS = 8;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private FeedRate() {}

  public static void main(String[] args) throws IOException {
    Path made = args.length > 0 ? null : positions();
    String file = made == null ? args[0] : made.toString();
    try {
      for (int round = 0; round < ROUNDS; round++) {
        read(file);
      }
    } finally {
      if (made != null) {
        Files.delete(made);
      }
    }
  }

  private static Path positions() throws IOException {
    Path file = Files.createTempFile("windsock-rate-", ".csv");
    Random random = new Random(1);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write(
          "flight_id,timestamp,latitude,longitude,altitude,speed_gnd,track_gnd,vert_speed,distance_arp,"
              + "sequence_number\n");
      for (int i = 0; i < ROWS; i++) {
        String row =
            "0c19d858-eab3-4f2e-9fdc-%012x,%s,%s,%s,%s,%s,%s,%s,%s,%d%n"
                .formatted(
                    i % 5_000,
                    Instant.ofEpochSecond(1_501_674_248L + i / 100),
                    51 + random.nextDouble(),
                    random.nextDouble(),
                    random.nextDouble() * 40_000,
                    random.nextDouble() * 500,
                    random.nextDouble() * 360,
                    random.nextDouble() * 3_000 - 1_500,
                    random.nextDouble() * 80_000,
                    i);
        out.write(row);
      }
    }
    return file;
  }

  private static void read(String file) throws IOException {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long cpuNs = THREADS.getCurrentThreadCpuTime();
    long ns = System.nanoTime();
    long events = 0;
    try (RecordedFeed feed =
        Feeds.open(FeedRequest.of(Catalogue.builtIn("airline"), List.of(file)))) {
      while (feed.next() != null) {
        events++;
      }
    }
    ns = System.nanoTime() - ns;
    cpuNs = THREADS.getCurrentThreadCpuTime() - cpuNs;
    bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
    System.out.printf(
        "%,d events, %,d events/s, %,d events/CPU-s, %d bytes allocated each%n",
        events, events * 1_000_000_000L / ns, events * 1_000_000_000L / cpuNs, bytes / events);
  }
}
