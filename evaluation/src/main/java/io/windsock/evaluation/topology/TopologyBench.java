package io.windsock.evaluation.topology;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.embedded.BrokerMain;
import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.machine.Machine;
import io.windsock.evaluation.machine.WorkFolder;
import io.windsock.testbed.process.ChildProcess;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the cost of the topology: in alternating rounds, the topology and a raw transactional
 * copy that writes the same output and changelog volume; each in a JVM of its own, the broker in a
 * third. Run it with {@code ./windsock bench topology}.
 */
@Command(
    name = "topology",
    description = "Measures the topology against a raw transactional copy of the same volume.",
    mixinStandardHelpOptions = true)
public final class TopologyBench implements Callable<Integer> {
  private static final double PASS_RATIO = 0.45;
  private static final int MAX_ROUNDS = 100;
  private static final long MAX_RECORDS = 1_000_000_000;
  private static final int MAX_FLIGHTS = 10_000_000;
  private static final int MAX_PARTITIONS = 100;
  private static final long MAX_COMMIT_MS = 60_000;

  @Option(names = "--rounds", description = "Rounds, each with both programs (${DEFAULT-VALUE}).")
  private int rounds = 5;

  @Option(names = "--records", description = "Source records a run (${DEFAULT-VALUE}).")
  private long records = 3_000_000;

  @Option(
      names = "--warm-up",
      description = "Of these, how many pass before the clock starts (${DEFAULT-VALUE}).")
  private long warmUp = 1_000_000;

  @Option(names = "--flights", description = "Keys, Zipf-distributed (${DEFAULT-VALUE}).")
  private int flights = 5_000;

  @Option(names = "--partitions", description = "Partitions of every topic (${DEFAULT-VALUE}).")
  private int partitions = 4;

  @Option(names = "--commit-ms", description = "Commit interval in ms (${DEFAULT-VALUE}).")
  private long commitMs = 100;

  @Option(names = "--rules", description = "standard, first10 or none (${DEFAULT-VALUE}).")
  private String rules = "standard";

  @Option(names = "--seed", description = "Of the workload (${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = "--property",
      description = "A Kafka Streams property for the topology, NAME=VALUE; may be repeated.")
  private Map<String, String> properties = Map.of();

  @Option(
      names = "--jvm",
      description = "A JVM option for both programs; may be repeated.",
      arity = "1")
  private List<String> jvmOptions = List.of("-Xms1g", "-Xmx1g");

  @Option(names = "--topology-jvm", description = "A further JVM option for the topology alone.")
  private List<String> topologyJvm = List.of();

  private final PrintStream out = System.out;

  /** Runs the benchmark on its own. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new TopologyBench()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    checkOptions();
    try (WorkFolder folder = WorkFolder.create();
        ChildProcess broker =
            ChildProcess.start(
                BrokerMain.class,
                List.of("-Xms1g", "-Xmx1g"),
                List.of(folder.path().resolve("broker").toString(), "0"))) {
      String bootstrapServers = broker.await("ready");
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
        double median = run(new Session(plan(), admin, bootstrapServers, broker, folder.path()));
        return median >= PASS_RATIO ? 0 : 1;
      }
    }
  }

  /** Checks the ranges, before a broker starts. */
  private void checkOptions() {
    ConfigCheck check = new ConfigCheck("topology");
    check.range("rounds", rounds, 1, MAX_ROUNDS);
    check.range("records", records, 1, MAX_RECORDS);
    check.range("warm-up", warmUp, 0, Math.max(0, records - 1));
    check.range("flights", flights, 1, MAX_FLIGHTS);
    check.range("partitions", partitions, 1, MAX_PARTITIONS);
    check.range("commit-ms", commitMs, 1, MAX_COMMIT_MS);
    check.holds(Setup.RULES.contains(rules), "rules", "'" + rules + "'", "one of " + Setup.RULES);
    check.done();
  }

  private Session.Plan plan() {
    return new Session.Plan(
        records,
        warmUp,
        flights,
        partitions,
        commitMs,
        rules,
        seed,
        properties,
        jvmOptions,
        topologyJvm);
  }

  private double run(Session session) throws Exception {
    out.println(Machine.describe());
    double bytes = session.preload();
    out.printf(
        "%,d positions of %.0f bytes (key and value), %,d flights, %d partitions, rules '%s',"
            + " commits every %d ms; the first %,d records of each run are not counted%n",
        records, bytes, flights, partitions, rules, commitMs, warmUp);
    session.topology();
    Volume volume = session.volume();
    out.printf(
        "per 1,000 records: %d forwarded, %d mirrored, %d markers in each, %d changelog records of"
            + " %d bytes%n",
        1000 * volume.forwarded() / records,
        1000 * volume.mirrored() / records,
        1000 * volume.markers() / records,
        1000 * volume.logged() / records,
        volume.logKeyBytes() + volume.logValueBytes());
    out.println(
        "round     raw/s  topology/s  ratio | CPU-µs a record: raw + broker | topology + broker");
    List<Double> ratios = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      // Alternate, so neither always runs on what the other left behind.
      Run raw = round % 2 == 1 ? session.raw(volume) : null;
      Run topology = session.topology();
      raw = raw == null ? session.raw(volume) : raw;
      double ratio = topology.perSecond() / raw.perSecond();
      ratios.add(ratio);
      out.printf(
          "%5d %,9.0f   %,9.0f  %5.2f | %22.2f + %.2f | %12.2f + %.2f%n",
          round,
          raw.perSecond(),
          topology.perSecond(),
          ratio,
          raw.cpuUs(),
          raw.brokerCpuUs(),
          topology.cpuUs(),
          topology.brokerCpuUs());
    }
    double median = Spread.of(ratios).median();
    out.printf("median ratio %.2f (at least %.2f)%n", median, PASS_RATIO);
    return median;
  }
}
