package io.windsock.cli.storm;

import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.DurationConverter;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.StopSignal;
import io.windsock.cli.show.Screen;
import io.windsock.testbed.storm.Storm;
import io.windsock.testbed.storm.StormCeiling;
import io.windsock.testbed.storm.StormOptions;
import io.windsock.testbed.storm.StormPattern;
import io.windsock.testbed.storm.StormSites;
import io.windsock.testbed.storm.StormSummary;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Simulates displays that lose power and regain it. */
@Command(
    name = "storm",
    description = {
      "Let many displays lose power and regain it: each asks a site for initial state, then follows"
          + " updates.",
      "Requests are sent at their scheduled times, regardless of earlier ones, and latencies"
          + " count from those times. Afterwards the same displays storm a static server on this"
          + " machine, which shows what they achieve by themselves. Ctrl-C ends the storm and"
          + " prints the result."
    },
    footer = {
      "  windsock storm --clients 5000 --ramp 2s                  at the sites of this machine",
      "  windsock storm --pattern sine --rate 500 --duration 2m --clients 2000",
      "  windsock storm --site http://gate1:8080 --site http://gate2:8080 --view arrivals/EGLL"
    })
public final class StormCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "5000",
      description = "How many displays there are (default: ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--pattern",
      paramLabel = "P",
      defaultValue = "burst",
      description = {
        "When they send requests: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
        "burst: each once, within --ramp; sine: in turn, at a rate that swings twice between 0 and"
            + " double --rate; steps: in turn, at 1/3, 2/3, 3/3, 2/3, 1/3 of --rate. A display"
            + " whose turn comes again loses what it had."
      })
  private StormPattern pattern = StormPattern.burst;

  @Option(
      names = "--ramp",
      paramLabel = "TIME",
      defaultValue = "2s",
      converter = DurationConverter.class,
      description =
          "Time within which all displays of a burst send requests, such as 500ms"
              + " or 2s (default: ${DEFAULT-VALUE}).")
  private Duration ramp = Duration.ZERO;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "500",
      description = "Requests a second of sine and steps (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description =
          "How long updates are followed after a burst, and how long other patterns last (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration duration = Duration.ZERO;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description = "Time after which a request counts as unanswered (default: ${DEFAULT-VALUE}).")
  private Duration patience = Duration.ZERO;

  @Option(
      names = "--site",
      paramLabel = "URL",
      description =
          "A site to ask; repeatable, displays take them in turn (default: those on this machine"
              + " that "
              + StormSites.DEFAULT
              + " knows).")
  private List<URI> sites = new ArrayList<>();

  @Option(
      names = "--view",
      paramLabel = "VIEW",
      defaultValue = "all",
      description =
          "What each display shows: all, arrivals/EGLL, or arrivals?airport=EGLL (default:"
              + " ${DEFAULT-VALUE}).")
  private String view = "all";

  @Option(
      names = "--no-ceiling",
      description =
          "Do not measure what the displays achieve by themselves, at a static server on this"
              + " machine.")
  private boolean noCeiling;

  @Override
  public Integer call() throws InterruptedException {
    List<URI> targets =
        sites.isEmpty() ? StormSites.found(StormSites.DEFAULT, common.err()::println) : sites;
    StormOptions options =
        new StormOptions(targets, view, clients, pattern, ramp, rate, duration, patience);
    try (StopSignal stop = StopSignal.listen()) {
      StormSummary summary = noCeiling ? storm(options, stop) : besideCeiling(options, stop);
      common.output().result(summary, () -> StormText.summary(summary));
      return summary.clean() ? ExitCode.OK : ExitCode.FAILURE;
    }
  }

  private StormSummary storm(StormOptions options, StopSignal stop) throws InterruptedException {
    Storm storm = Storm.start(options);
    if (Screen.onTerminal()) {
      StormWatch.bar(storm, stop);
    } else {
      StormWatch.lines(storm, stop, common.err());
    }
    return storm.await();
  }

  private StormSummary besideCeiling(StormOptions options, StopSignal stop)
      throws InterruptedException {
    PrintWriter err = common.err();
    try (StormCeiling ceiling = StormCeiling.start(options)) {
      err.println("warming up at a static server");
      ceiling.warmUp();
      StormSummary summary = storm(options, stop);
      if (summary.stopped() || summary.answered() == 0) {
        return summary;
      }
      err.println("measuring the same displays at a static server");
      return summary.withCeiling(ceiling.measure(summary.stateBytes() / summary.answered()));
    }
  }
}
