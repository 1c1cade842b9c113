package io.windsock.evaluation.mirror;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.ede.EdeDefinition;
import io.windsock.embedded.BrokerMain;
import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.machine.Machine;
import io.windsock.evaluation.machine.WorkFolder;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.site.status.SiteDomain;
import io.windsock.testbed.process.ChildProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code windsock bench mirror}. On its own: {@code java -cp …
 * io.windsock.evaluation.mirror.MirrorBench}.
 */
@Command(
    name = "mirror",
    mixinStandardHelpOptions = true,
    description = {
      "What a site costs.",
      "Rates: in interleaved rounds, consuming alone, applying alone, and a site on an empty disk;",
      "the ratio is the site's rate to the serial bound 1/(1/consume + 1/apply).",
      "Flights: a site of many flights in a JVM of its own; its memory, and how soon it is ready",
      "again after a stop."
    })
public final class MirrorBench implements Callable<Integer> {
  private static final int MAX_ROUNDS = 100;
  private static final long MAX_EVENTS = 1_000_000_000;
  private static final int MAX_PARTITIONS = 100;
  private static final int MAX_MEMORY_MIB = 65_536;
  private static final String HEAP = "-Xmx[1-9][0-9]{0,8}[kKmMgG]?";
  private static final long MIB = 1L << 20;
  private static final double KB_PER_MIB = 1024;
  private static final double MS_PER_SECOND = 1000;
  private static final double PASS_RATIO = 0.6;
  private static final double MAX_RSS_KB = 1500 * KB_PER_MIB;
  private static final double MAX_RESTART_MS = 5 * MS_PER_SECOND;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--events", description = "Events of the rate rounds (${DEFAULT-VALUE}).")
  private long events = 2_000_000;

  @Option(names = "--flights", description = "Flights of the rate rounds (${DEFAULT-VALUE}).")
  private int flights = 5_000;

  @Option(
      names = "--rounds",
      description = "Measured rounds, after one that is not (${DEFAULT-VALUE}); 0: none.")
  private int rounds = 5;

  @Option(names = "--many", description = "Flights of the memory test (${DEFAULT-VALUE}); 0: none.")
  private int many = 1_000_000;

  @Option(names = "--many-heap", description = "Heap of its site (${DEFAULT-VALUE}).")
  private String manyHeap = "-Xmx512m";

  @Option(names = "--partitions", description = "Partitions of the topics (${DEFAULT-VALUE}).")
  private int partitions = 6;

  @Option(
      names = "--memory-mib",
      description = "Memory bound of a site's database (${DEFAULT-VALUE}).")
  private int memoryMib = 128;

  /** Runs the benchmark; exits with 0 if the targets are met. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new MirrorBench()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException, ExecutionException {
    checkOptions();
    PrintWriter out = spec.commandLine().getOut();
    out.println(Machine.describe());
    try (WorkFolder folder = WorkFolder.create();
        ChildProcess broker =
            ChildProcess.start(
                BrokerMain.class,
                List.of("-Xmx768m"),
                List.of(folder.path().resolve("broker").toString(), "0"))) {
      String bootstrapServers = broker.await("ready");
      Path dir = folder.path();
      boolean met = rounds == 0 || rates(bootstrapServers, dir, out);
      if (many > 0) {
        met &= manyFlights(bootstrapServers, dir, out);
      }
      return met ? 0 : 1;
    }
  }

  /** Checks the ranges, before a broker starts. */
  private void checkOptions() {
    ConfigCheck check = new ConfigCheck("mirror");
    check.range("rounds", rounds, 0, MAX_ROUNDS);
    check.range("flights", flights, 1, GeneratorOptions.MAX_FLIGHTS);
    check.range("events", events, Math.max(1, flights), MAX_EVENTS);
    check.range("many", many, 0, GeneratorOptions.MAX_FLIGHTS);
    check.holds(manyHeap.matches(HEAP), "many-heap", "'" + manyHeap + "'", "as -Xmx512m");
    check.range("partitions", partitions, 1, MAX_PARTITIONS);
    check.range("memory-mib", memoryMib, 1, MAX_MEMORY_MIB);
    check.done();
  }

  private boolean rates(String bootstrapServers, Path dir, PrintWriter out)
      throws IOException, InterruptedException, ExecutionException {
    Topics topics = new Topics("rates");
    Catalogue catalogue = Catalogue.builtIn("airline");
    GeneratorOptions options = GeneratorOptions.day().withFlights(flights).withEvents(events);
    long written;
    try (MirrorLog log = new MirrorLog(bootstrapServers, topics.mirror(), partitions, catalogue);
        FeedReader feed = new GeneratedFeed(catalogue, options)) {
      written = log.write(feed);
    }
    out.printf(
        Locale.ROOT, "%,d events of %,d flights, %d partitions%n", written, flights, partitions);
    RateRounds measure =
        new RateRounds(
            bootstrapServers,
            topics,
            new SiteDomain(catalogue, EdeDefinition.builtIn(catalogue)),
            dir,
            partitions,
            written,
            memoryMib * MIB);
    measure.round(0);
    out.println("events/s   consume alone  apply alone  serial bound         site  ratio");
    List<Double> ratios = new ArrayList<>();
    for (int i = 1; i <= rounds; i++) {
      RateRounds.Round round = measure.round(i);
      ratios.add(round.ratio());
      print(out, i, round);
    }
    double median = Spread.of(ratios).median();
    out.printf(Locale.ROOT, "median ratio %.2f (at least %.2f)%n", median, PASS_RATIO);
    out.flush();
    return median >= PASS_RATIO;
  }

  private static void print(PrintWriter out, int number, RateRounds.Round round) {
    out.printf(
        Locale.ROOT,
        "round %-2d   %,13.0f%,13.0f%,14.0f%,13.0f  %5.2f%n",
        number,
        round.consume(),
        round.apply(),
        round.serialBound(),
        round.site(),
        round.ratio());
    out.flush();
  }

  private boolean manyFlights(String bootstrapServers, Path dir, PrintWriter out)
      throws IOException, InterruptedException, ExecutionException {
    Topics topics = new Topics("many");
    Catalogue catalogue = Catalogue.builtIn("airline");
    try (MirrorLog log = new MirrorLog(bootstrapServers, topics.mirror(), partitions, catalogue)) {
      ManyEvents.write(log, many);
    }
    ManyFlights site =
        new ManyFlights(bootstrapServers, topics, dir.resolve("many"), manyHeap, memoryMib * MIB);
    ManyFlights.Ready first = site.run();
    print(out, "from an empty disk", first);
    ManyFlights.Ready again = site.run();
    print(out, "after a stop", again);
    return first.keys() == many
        && again.keys() == many
        && Math.max(first.peakRssKb(), again.peakRssKb()) <= MAX_RSS_KB
        && again.readyMs() <= MAX_RESTART_MS;
  }

  private static void print(PrintWriter out, String when, ManyFlights.Ready ready) {
    out.printf(
        Locale.ROOT,
        "%,d flights, %s: ready %.1f s after the start of its JVM, RSS %.0f MiB, peak %.0f MiB%n",
        ready.keys(),
        when,
        ready.readyMs() / MS_PER_SECOND,
        ready.rssKb() / KB_PER_MIB,
        ready.peakRssKb() / KB_PER_MIB);
    out.flush();
  }
}
