package io.windsock.evaluation.adapt;

import io.windsock.evaluation.machine.Machine;
import io.windsock.evaluation.machine.WorkFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The bursty-request experiment of the paper's Figure 9: the same replay and the same bursts of
 * requests against both fixed mirroring functions and both policies, in interleaved rounds, in this
 * process. Run it with {@code ./windsock bench adapt --out figure9}.
 */
@Command(
    name = "adapt",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the update delay at the central site while mirrors get bursts of requests for"
          + " initial state (the paper's Figure 9):",
      "under the fixed functions 'normal' and 'busy', and with the policies 'thresholds' and"
          + " 'objective' that change the mirroring by the load.",
      "Broker, topology, sites, controller and clients are in this process. The same replay and the"
          + " same bursts for each setting, settings turn about; medians over the rounds."
    },
    footer = {
      "  windsock bench adapt --out figure9          table, figure9/*.csv and figure9/update-delay.svg",
      "  windsock bench adapt --out f --rounds 1     a quick look",
      "  windsock bench adapt --out f --burst-rate 400 --settings NORMAL,THRESHOLDS"
    })
public final class AdaptBench implements Callable<Integer> {
  private static final int CAPACITY_SECONDS = 5;
  private static final long STALENESS_LIMIT_MS = 15_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      required = true,
      description = "Where the plot and the time series go.")
  private Path out = Path.of("");

  @Option(
      names = "--rounds",
      description =
          "Measured rounds, each with all settings, after one run that is not measured"
              + " (${DEFAULT-VALUE}).")
  private int rounds = 4;

  @Option(
      names = "--settings",
      split = ",",
      completionCandidates = SettingNames.class,
      description = "Of ${COMPLETION-CANDIDATES} (default: all).")
  private List<Setting> settings = List.of(Setting.values());

  /** The settings as typed. */
  private static final class SettingNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Setting.values())
          .map(setting -> setting.name().toLowerCase(Locale.ROOT))
          .iterator();
    }
  }

  @Option(names = "--events-per-second", description = "Speed of the replay (${DEFAULT-VALUE}).")
  private int eventsPerSecond = 30_000;

  @Option(names = "--flights", description = "Flights of the replay (${DEFAULT-VALUE}).")
  private int flights = 2_000;

  @Option(names = "--mirrors", description = "Mirrors (${DEFAULT-VALUE}).")
  private int mirrors = 2;

  @Option(names = "--bursts", description = "Bursts of a run (${DEFAULT-VALUE}).")
  private int bursts = 2;

  @Option(
      names = "--burst-seconds",
      description = "How long a burst lasts, and how long the pauses around it (${DEFAULT-VALUE}).")
  private int burstSeconds = 3;

  @Option(
      names = "--burst-rate",
      paramLabel = "N",
      description =
          "Requests a second of a burst; 0: a share of what the mirrors answer at the most"
              + " (${DEFAULT-VALUE}).")
  private double burstRate;

  @Option(names = "--share", description = "That share (${DEFAULT-VALUE}).")
  private double share = 1;

  @Option(
      names = "--warm-up-seconds",
      description =
          "How long the mirrors are asked as much as they can answer before anything is measured"
              + " (${DEFAULT-VALUE}).")
  private int warmUpSeconds = 90;

  @Option(names = "--target", description = "What clients ask a mirror for (${DEFAULT-VALUE}).")
  private String target = "/v1/views/all";

  @Option(
      names = "--followers",
      description =
          "Displays that follow the view 'all' at each mirror throughout (${DEFAULT-VALUE}).")
  private int followers = 100;

  @Option(
      names = "--pending",
      description =
          "Primary threshold of pending requests; half of it is the secondary (${DEFAULT-VALUE}).")
  private int pending = 10;

  @Option(
      names = "--goal-ms",
      description = "The objective policy's goal for the update delay (${DEFAULT-VALUE}).")
  private long goalMs = 200;

  @Option(
      names = "--hold-ms",
      description = "The least time between two changes by a policy (${DEFAULT-VALUE}).")
  private long holdMs = 1_000;

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    PrintWriter text = spec.commandLine().getOut();
    Files.createDirectories(out);
    try (WorkFolder folder = WorkFolder.create();
        AdaptCluster cluster = new AdaptCluster(folder.path(), mirrors);
        Requests requests = new Requests(cluster.mirrors(), target);
        Followers displays = new Followers(cluster.mirrors(), followers, "all")) {
      var goals = new Setting.Goals(pending, goalMs, STALENESS_LIMIT_MS, holdMs);
      Run run = new Run(cluster, requests, goals, flights, eventsPerSecond);
      Bursts load = load(run, text);
      List<Series> measured = measure(run, load, text);
      if (displays.ended() > 0) {
        throw new IllegalStateException(displays.ended() + " followers were cut: ask for fewer");
      }
      new Report(measured).print(text);
      for (Series series : measured) {
        series.write(out);
      }
      Path figure = out.resolve("update-delay.svg");
      Files.writeString(figure, new Figure(measured, load).svg());
      text.println("plot: " + figure);
      text.flush();
    }
    return 0;
  }

  private void check() {
    boolean positive = rounds > 0 && eventsPerSecond > 0 && flights > 0 && mirrors > 0;
    if (!positive
        || bursts < 1
        || burstSeconds < 1
        || burstRate < 0
        || share <= 0
        || followers < 0
        || warmUpSeconds < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "rounds, events, flights, mirrors, bursts and rates must be positive");
    }
    if (pending < 2 || goalMs < 1 || holdMs < 0) {
      throw new ParameterException(
          spec.commandLine(), "--pending must be at least 2, --goal-ms 1 and --hold-ms 0");
    }
  }

  private Bursts load(Run run, PrintWriter text) throws InterruptedException {
    double rate = burstRate;
    text.println(Machine.describe());
    text.printf(
        Locale.ROOT,
        "%,d events/s of %,d flights, a central site and %d mirrors with %d followers each; clients ask"
            + " for %s%n",
        eventsPerSecond,
        flights,
        mirrors,
        followers,
        target);
    if (rate == 0) {
      double capacity = run.capacity(warmUpSeconds, CAPACITY_SECONDS);
      rate = share * capacity;
      text.printf(
          Locale.ROOT, "under 'normal' the mirrors answer %.0f requests/s at the most%n", capacity);
    }
    Bursts load =
        new Bursts(
            bursts, Duration.ofSeconds(burstSeconds), Duration.ofSeconds(burstSeconds), rate);
    text.println(load.text());
    text.printf(
        Locale.ROOT,
        "thresholds: pending %d; objective: update delay %d ms; hold %d ms%n",
        pending,
        goalMs,
        holdMs);
    text.flush();
    return load;
  }

  private List<Series> measure(Run run, Bursts load, PrintWriter text) throws InterruptedException {
    Bursts once = new Bursts(1, load.burst(), load.pause(), load.perSecond());
    run.of(Setting.NORMAL, 0, once);
    List<Series> measured = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      // Each round begins with another setting, which varies their order.
      for (int i = 0; i < settings.size(); i++) {
        Setting setting = settings.get((i + round - 1) % settings.size());
        measured.add(run.of(setting, round, load));
      }
      text.printf("round %d of %d is done%n", round, rounds);
      text.flush();
    }
    return measured;
  }
}
