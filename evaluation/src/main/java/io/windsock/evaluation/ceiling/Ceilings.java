package io.windsock.evaluation.ceiling;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.BrokerMain;
import io.windsock.evaluation.load.Answers;
import io.windsock.evaluation.load.Displays;
import io.windsock.evaluation.load.Feed;
import io.windsock.evaluation.load.Followers;
import io.windsock.evaluation.load.Httperf;
import io.windsock.evaluation.load.Positions;
import io.windsock.evaluation.load.RegularClient;
import io.windsock.evaluation.machine.Machine;
import io.windsock.evaluation.machine.WorkFolder;
import io.windsock.testbed.process.ChildProcess;
import io.windsock.topology.TopicSetup;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;

/**
 * Measures the ceilings of the load generators: what each achieves against a program in a process
 * of its own that does as little as possible. Both share this machine's processors.
 */
public final class Ceilings {
  private static final int KEYS = 1000;
  private static final int PARTITIONS = 4;
  private static final int SEED = 1;
  private static final List<String> JVM = List.of("-Xms512m", "-Xmx512m");
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  /** Few enough for responses of some megabytes. */
  private static final double FIRST_RATE = 40;

  private static final long FIRST_BURST = 1000;
  private static final double STEP = 1.5;

  /** The step if a rate is tried for a second only, which measures little anyway. */
  private static final double LONG_STEP = 3;

  private static final double MAX_RATE = 1_000_000;

  /** The share of the intended rate that httperf must achieve for the rate to count as kept. */
  private static final double KEPT = 0.95;

  private static final int ATTEMPTS = 3;

  /** Streams of the clients that have many. */
  private static final int STREAMS = 30;

  private Ceilings() {}

  /**
   * Prints the ceilings; arguments: bytes of a value and of a response, seconds per measurement.
   */
  public static void main(String[] args) throws Exception {
    int bytes = Integer.parseInt(args[0]);
    int seconds = Integer.parseInt(args[1]);
    System.out.println(Machine.describe());
    System.out.printf("feed: %,.0f events/s of %d bytes%n", feed(bytes, seconds), bytes);
    System.out.printf("client: %,.0f updates/s of %d bytes%n", updates(bytes, seconds), bytes);
    System.out.printf(
        "httperf: %,.0f requests/s, one per connection%n", requests(bytes, seconds, 1));
    System.out.printf(
        "httperf: %,.0f requests/s, ten per connection%n", requests(bytes, seconds, 10));
  }

  /**
   * Returns the events per second that {@link Feed#burst} sends to an idle broker.
   *
   * @param seconds the approximate duration, after as long a warm-up
   */
  public static double feed(int valueBytes, int seconds) throws IOException {
    try (WorkFolder folder = WorkFolder.create();
        ChildProcess broker =
            ChildProcess.start(
                BrokerMain.class, JVM, List.of(folder.path().resolve("broker").toString(), "0"))) {
      String bootstrapServers = broker.await("ready");
      Topics topics = Topics.standard();
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
        TopicSetup.ensure(admin, topics, Catalogue.builtIn(Positions.DOMAIN), PARTITIONS, 1);
      }
      try (Feed feed = new Feed(bootstrapServers, topics)) {
        Positions positions = new Positions(KEYS, valueBytes, SEED);
        double warm = rate(feed, positions, FIRST_BURST, seconds);
        return feed.burst(positions, (long) (warm * seconds)).perSecond();
      }
    }
  }

  /** Sends bursts of rising length for about {@code seconds}; returns the rate of the last. */
  private static double rate(Feed feed, Positions positions, long first, int seconds) {
    long endNs = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    double perSecond = 0;
    for (long count = first; System.nanoTime() < endNs; count *= 2) {
      perSecond = feed.burst(positions, count).perSecond();
    }
    return perSecond;
  }

  /**
   * Returns the highest rate of requests that httperf keeps against {@link BareServer}, without any
   * failure. Each rate tried is half as high again as the one before, or three times as high if
   * {@code seconds} is 1.
   *
   * @param seconds the duration at each rate
   */
  public static double requests(int bodyBytes, int seconds, int callsPerConnection)
      throws IOException, InterruptedException {
    try (WorkFolder folder = WorkFolder.create()) {
      Path body = Files.write(folder.path().resolve("body"), new byte[bodyBytes]);
      try (ChildProcess server =
          ChildProcess.start(BareServer.class, JVM, List.of(body.toString()))) {
        URI target = URI.create(server.await("ready") + "/v1/views/all");
        return highestKept(target, seconds, callsPerConnection);
      }
    }
  }

  private static double highestKept(URI target, int seconds, int callsPerConnection)
      throws InterruptedException {
    answers(target, FIRST_RATE, seconds, callsPerConnection); // the server compiles its code
    double highest = 0;
    double kept = FIRST_RATE;
    double step = seconds > 1 ? STEP : LONG_STEP;
    for (double rate = FIRST_RATE; kept > 0 && rate < MAX_RATE; rate *= step) {
      kept = kept(target, rate, seconds, callsPerConnection);
      highest = Math.max(highest, kept);
    }
    return highest;
  }

  /** Returns the achieved rate; 0 if httperf can't keep {@code rate} in any of some attempts. */
  private static double kept(URI target, double rate, int seconds, int callsPerConnection)
      throws InterruptedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Answers answers = answers(target, rate, seconds, callsPerConnection);
      if (answers.failed() == 0 && answers.perSecond() >= KEPT * rate) {
        return answers.perSecond();
      }
    }
    return 0;
  }

  private static Answers answers(URI target, double rate, int seconds, int callsPerConnection)
      throws InterruptedException {
    Httperf.Calls calls =
        new Httperf.Calls(target, rate, (long) (rate * seconds), TIMEOUT, callsPerConnection);
    try (Httperf httperf = Httperf.start(calls)) {
      return httperf.await();
    }
  }

  /**
   * Returns the updates per second that {@link RegularClient} reads from a server that only streams
   * prepared ones.
   *
   * @param textBytes bytes of the row's text; the update has about 200 more
   * @param seconds the duration, after as long a warm-up
   */
  public static double updates(int textBytes, int seconds) throws InterruptedException {
    try (ChildProcess server = updateServer(textBytes);
        RegularClient client = new RegularClient(server.await("ready"))) {
      return rate(client::received, seconds);
    }
  }

  /** As {@link #updates}, the bytes per second that {@link Followers} read, of 30 streams. */
  static double followed(int textBytes, int seconds) throws InterruptedException {
    try (ChildProcess server = updateServer(textBytes);
        Followers followers =
            new Followers(List.of(URI.create(server.await("ready"))), STREAMS, Positions.VIEW)) {
      return rate(followers::bytes, seconds);
    }
  }

  /** As {@link #updates}, the updates per second that {@link Displays} read, of 30 streams. */
  static double displayed(int textBytes, int seconds) throws InterruptedException {
    try (ChildProcess server = updateServer(textBytes);
        Displays displays = new Displays(URI.create(server.await("ready")), STREAMS)) {
      return rate(() -> displays.counts().updates(), seconds);
    }
  }

  private static ChildProcess updateServer(int textBytes) {
    return ChildProcess.start(UpdateServer.class, JVM, List.of(Integer.toString(textBytes)));
  }

  /** Returns by how much a count grows each second, after a warm-up as long as the measurement. */
  private static double rate(LongSupplier count, int seconds) throws InterruptedException {
    Thread.sleep(Duration.ofSeconds(seconds).toMillis());
    long before = count.getAsLong();
    long startNs = System.nanoTime();
    Thread.sleep(Duration.ofSeconds(seconds).toMillis());
    return (count.getAsLong() - before) * 1e9 / (System.nanoTime() - startNs);
  }
}
