package io.windsock.cli.calls;

import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.DurationConverter;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.StopSignal;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.query.Question;
import io.windsock.feeds.numbers.ServiceNumbers;
import io.windsock.testbed.calls.CallsOptions;
import io.windsock.testbed.calls.CallsRun;
import io.windsock.testbed.calls.Recording;
import io.windsock.testbed.calls.plan.Arrivals;
import io.windsock.testbed.calls.plan.KeySources;
import io.windsock.testbed.calls.plan.Keys;
import io.windsock.testbed.calls.plan.PlannedAction;
import io.windsock.testbed.calls.tally.CallsResult;
import io.windsock.testbed.calls.tally.IntervalResult;
import io.windsock.testbed.calls.tally.ResultFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes calls at a rate, and measures how many are answered in time. */
@Command(
    name = "calls",
    description = {
      "Make calls at a rate, and measure how many are answered in time.",
      "Each call is sent at its scheduled time, regardless of earlier ones, and its latency"
          + " counts from that time. First, the generator measures what it achieves by itself,"
          + " at a static server on this machine. Prints a line a second; Ctrl-C ends the load"
          + " and prints the result."
    },
    footer = {
      "  windsock calls --gateways http://127.0.0.1:9070,http://127.0.0.1:9071 --rate 20000",
      "  windsock calls --gateways $SITE_LINK_URL --copies 1 --rate 5000 --seconds 60",
      "  windsock calls --gateways $URLS --rate 20000 --calls 1000000 --at 25s=kill:4711 --out run1",
      "  windsock calls --gateways $URLS --at 3s=stop:4711 --at 5s=cont:4711 --at 7s=term:4712 \\",
      "    --status http://127.0.0.1:8070,http://127.0.0.1:8071 --histograms run2.hlog",
      "  windsock calls --http http://127.0.0.1:8070,http://127.0.0.1:8071 --rate 500 --seconds 30"
    })
public final class CallsCommand implements Callable<Integer> {
  private static final int COPIES = 2;

  @Mixin private CommonOptions common = new CommonOptions();

  @ArgGroup(multiplicity = "1")
  private Servers servers = new Servers();

  /** Where calls go. */
  static final class Servers {
    @Option(
        names = "--gateways",
        paramLabel = "URL",
        split = ",",
        required = true,
        description =
            "The URLs at which gateways take links, separated by commas; or those of sites"
                + " (linkUrl).")
    private List<String> gateways = new ArrayList<>();

    @Option(
        names = "--http",
        paramLabel = "URL",
        split = ",",
        required = true,
        description = "The URLs of gateways, for calls as HTTP requests, at each in turn.")
    private List<String> http = new ArrayList<>();
  }

  @Option(
      names = "--copies",
      paramLabel = "N",
      description =
          "How many gateways each call is sent to; the first answer counts (default: 2, primary and"
              + " backup). Not with --http.")
  private @Nullable Integer copies;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Calls a second (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(names = "--calls", paramLabel = "N", description = "How many calls count.")
  private long calls;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "How long, unless --calls is given (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--deadline-ms",
      paramLabel = "MS",
      defaultValue = "100",
      description = "Time within which an answer counts (default: ${DEFAULT-VALUE}).")
  private int deadlineMs;

  @Option(
      names = "--keys",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "How many keys are asked for, at random: the first numbers that 'windsock feed numbers'"
              + " makes from --key-seed, or of --key-pattern (default: ${DEFAULT-VALUE}).")
  private int keys;

  @Option(
      names = "--key-seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The seed of the numbers (default: ${DEFAULT-VALUE}).")
  private long keySeed;

  @Option(
      names = "--key-pattern",
      paramLabel = "FORM",
      description = "The form of the keys, with their index from 0: FL%%05d.")
  private @Nullable String keyPattern;

  @Option(
      names = "--keys-from",
      paramLabel = "SOURCE",
      description =
          "Where to read the keys instead: a site's view (http://127.0.0.1:8080/v1/views/all) or"
              + " a file with a key a line.")
  private @Nullable String keysFrom;

  @Option(
      names = "--view-share",
      paramLabel = "X",
      defaultValue = "0",
      description = "The share of calls for initial state, 0 to 1 (default: ${DEFAULT-VALUE}).")
  private double viewShare;

  @Option(
      names = "--view",
      paramLabel = "VIEW",
      defaultValue = "all",
      description = "The view of those calls: all, arrivals/EGLL (default: ${DEFAULT-VALUE}).")
  private String view = "all";

  @Option(
      names = "--arrivals",
      paramLabel = "A",
      defaultValue = "poisson",
      description =
          "The times of calls: ${COMPLETION-CANDIDATES}; independent of one another, or at equal"
              + " intervals (default: ${DEFAULT-VALUE}).")
  private Arrivals arrivals = Arrivals.poisson;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the times and the keys (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "3s",
      converter = DurationConverter.class,
      description = "How long calls are made before they count (default: ${DEFAULT-VALUE}).")
  private Duration warmUp = Duration.ZERO;

  @Option(
      names = "--at",
      paramLabel = "TIME=ACTION",
      description = {
        "An action on the servers during the load; repeatable: 10s=kill:PID (also term, stop,"
            + " cont: the signals), '20s=run:COMMAND' (with sh; what still runs ends with the load)."
      })
  private List<String> actions = new ArrayList<>();

  @Option(
      names = "--no-position",
      description =
          "Send no position with calls, as callers do that have seen none (default: the newest seen,"
              + " so that no answer is older). Not with --http: HTTP requests carry none.")
  private boolean noPosition;

  @Option(names = "--no-ceiling", description = "Do not measure the generator's own ceiling.")
  private boolean noCeiling;

  @Option(
      names = "--status",
      paramLabel = "URL",
      split = ",",
      description =
          "The HTTP URLs of the gateways, separated by commas, to show how many calls they reissued"
              + " and why (default: those of --http).")
  private List<String> status = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "PREFIX",
      description = "Write PREFIX.json, everything, and PREFIX.csv, a line a second.")
  private @Nullable Path out;

  @Option(
      names = "--histograms",
      paramLabel = "FILE",
      description = "Write the latencies of each second as a log of HdrHistogram, in µs.")
  private @Nullable Path histograms;

  @Override
  public Integer call() throws InterruptedException {
    CallsOptions options = options();
    if (out != null) {
      ResultFiles.probe(out);
    }
    try (StopSignal stop = StopSignal.listen()) {
      Recording recording = new Recording(status.isEmpty() ? servers.http : status, histograms);
      CallsResult result =
          new CallsRun(options, recording, new Watch(common.err(), stop)).run(version());
      // First, in case that there is no space for the files after all.
      common.output().result(result, () -> CallsText.summary(result));
      if (out != null) {
        ResultFiles.write(result, out).forEach(file -> common.err().println("wrote " + file));
      }
      return result.isSound() ? ExitCode.OK : ExitCode.FAILURE;
    }
  }

  private CallsOptions options() throws InterruptedException {
    boolean http = servers.gateways.isEmpty();
    List<String> urls = http ? servers.http : servers.gateways;
    if (http && (copies != null || noPosition)) {
      throw ConfigurationException.of(
          copies != null ? "copies" : "no-position",
          "is without effect on HTTP requests, each of which goes to one gateway and carries no"
              + " position: leave it out, or use --gateways");
    }
    return new CallsOptions(
        urls,
        http,
        urls.size(),
        copies == null ? COPIES : copies,
        !noPosition,
        rate,
        calls,
        Duration.ofMillis(Math.round(seconds * 1e3)),
        deadlineMs,
        keys(),
        viewShare,
        viewOf(view),
        arrivals,
        seed,
        warmUp,
        actions.stream().map(PlannedAction::parse).toList(),
        !noCeiling);
  }

  private Keys keys() throws InterruptedException {
    if (keysFrom != null) {
      return KeySources.from(keysFrom);
    }
    if (keyPattern != null) {
      return Keys.ofPattern(keyPattern, keys);
    }
    ServiceNumbers numbers = new ServiceNumbers(keySeed);
    return Keys.of(keys + " numbers of seed " + keySeed, keys, numbers::number);
  }

  private static Question.OfView viewOf(String text) {
    int slash = text.indexOf('/');
    String name = slash < 0 ? text : text.substring(0, slash);
    if (name.isEmpty()) {
      throw ConfigurationException.of("view", "is '" + text + "'; name one, as all");
    }
    String group = slash < 0 ? "" : text.substring(slash + 1);
    return new Question.OfView(name, group, Integer.MAX_VALUE);
  }

  private static String version() {
    String version = CallsCommand.class.getPackage().getImplementationVersion();
    return version == null ? "(not from a jar)" : version;
  }

  /** Prints what happens. */
  private record Watch(PrintWriter err, StopSignal stop) implements CallsRun.Watch {
    @Override
    public void note(String line) {
      err.println(line);
    }

    @Override
    public void interval(IntervalResult interval) {
      err.println(CallsText.line(interval));
    }

    @Override
    public boolean stopped() {
      return stop.asked();
    }
  }
}
