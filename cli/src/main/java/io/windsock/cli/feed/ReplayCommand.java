package io.windsock.cli.feed;

import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.DomainOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.StopSignal;
import io.windsock.cli.run.HealthOptions;
import io.windsock.cli.show.Screen;
import io.windsock.cli.show.Units;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.feeds.replay.FeedSource;
import io.windsock.feeds.replay.Replay;
import io.windsock.feeds.replay.ReplayException;
import io.windsock.feeds.replay.ReplayOptions;
import io.windsock.feeds.replay.ReplayProgress;
import io.windsock.feeds.replay.ReplayTarget;
import io.windsock.feeds.replay.time.Speed;
import io.windsock.platform.http.endpoint.HealthServer;
import io.windsock.platform.registry.SchemaIds;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Replays recordings into the source topics. */
@Command(
    name = "replay",
    description = {
      "Replay recordings into the source topics, with their own spacing or faster.",
      "Keys: space pauses, + and - change the speed, q ends; so does Ctrl-C. Either way everything"
          + " sent is acknowledged before it ends, and it prints how far it got.",
      "Exit code 1 if a record could not be used, an event was not sent, or the topology refused one"
          + " while it ran and up to 10 s after (a dead letter)."
    },
    footer = {
      "  windsock replay positions.csv.gz flights.csv --mapping egll --speed x60",
      "  windsock replay day.avro --speed max --types FlightStatus,BoardingEvent",
      "  windsock replay day.avro --from 2026-03-02T08:00:00Z --to 2026-03-02T09:00:00Z --rebase",
      "  zcat live.sbs.gz | windsock replay - --speed x1",
      "  windsock replay day.avro --loop --rebase --port 8071     metrics on 127.0.0.1:8071/metrics"
    })
public final class ReplayCommand implements Callable<Integer> {
  private static final String ROLE = "replay";

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private DomainOptions domain = new DomainOptions();
  @Mixin private FeedOptions feed = new FeedOptions();

  @Option(
      names = "--speed",
      paramLabel = "S",
      defaultValue = "x1",
      converter = SpeedConverter.class,
      description = "x1, x60, x0.5, max (default: ${DEFAULT-VALUE}).")
  private Speed speed = Speed.REAL_TIME;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Leave out events before this event time, such as 2026-03-02T08:00:00Z.")
  private @Nullable Instant from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "Leave out events from this event time on.")
  private @Nullable Instant to;

  @Option(
      names = "--types",
      paramLabel = "TYPE",
      split = ",",
      description = "Only events of these types.")
  private Set<String> types = new HashSet<>();

  @Option(
      names = "--skip",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Leave out the first N of the events that would be sent, to continue after a replay with"
              + " the same options that has sent them (default: ${DEFAULT-VALUE}).")
  private long skip;

  @Option(
      names = "--loop",
      paramLabel = "N",
      arity = "0..1",
      fallbackValue = "0",
      defaultValue = "1",
      description = "Replay N times, each time later in event time; without N: until stopped.")
  private int loops;

  @Option(
      names = "--rebase",
      description =
          "Move all times in the events so that the first happens now; faster than x1, so that the"
              + " last one happens when it is sent. A recording that can't be read twice begins now.")
  private boolean rebase;

  @Mixin private HealthOptions health = new HealthOptions();

  private record Ready(String name, String url) {}

  private record Result(
      String state,
      long sent,
      long acknowledged,
      long refused,
      long excluded,
      long rejected,
      long deadLettered,
      @Nullable String upTo,
      double done) {
    boolean complete() {
      return refused == 0 && rejected == 0 && deadLettered == 0;
    }
  }

  @Override
  public Integer call() throws Exception {
    Catalogue catalogue = domain.catalogue();
    FeedFiles files = feed.files();
    PrintWriter err = common.err();
    try (StopSignal stop = StopSignal.listen();
        Rejects rejects = new Rejects(feed.rejects())) {
      if (!files.files().contains("-")) {
        files.open(catalogue, ignored -> {}).close();
      }
      ReplayTarget target =
          new ReplayTarget(cluster.bootstrapServers(), cluster.topics(), catalogue);
      agree(catalogue);
      ReplayOptions options = options(target, files, err);
      Set<String> sources =
          catalogue.streams().stream().map(target.topics()::source).collect(Collectors.toSet());
      try (DeadLetterWatch letters = new DeadLetterWatch(cluster, sources, err::println)) {
        ReplayProgress end =
            replay(
                new Replaying(target, options, letters::count),
                () -> files.open(catalogue, rejects),
                stop,
                err);
        Result result = result(end, rejects, letters.awaitQuiet());
        report(result, rejects, err);
        return result.complete() ? ExitCode.OK : ExitCode.FAILURE;
      }
    }
  }

  /** Returns the replay options. Rebasing at a speed above x1 requires the recording's length. */
  private ReplayOptions options(ReplayTarget target, FeedFiles files, PrintWriter err)
      throws IOException {
    ReplayOptions options = options().build();
    boolean overtakes = speed.isMax() || speed.factor() > 1;
    if (!rebase || !overtakes) {
      return options;
    }
    if (files.files().contains("-") || loops == ReplayOptions.ENDLESS) {
      err.println(
          "rebase at "
              + speed
              + ": event time runs ahead of the clock for a length that is not known;"
              + " the topology refuses events that are too far ahead (an hour, unless set)");
      return options;
    }
    Catalogue catalogue = target.catalogue();
    return options()
        .length(Replay.length(target, () -> files.open(catalogue, ignored -> {}), options))
        .build();
  }

  private void agree(Catalogue catalogue) throws InterruptedException {
    cluster.admin().close();
    SchemaIds.check(cluster.clientConfig(), cluster.topics(), catalogue);
  }

  private record Replaying(ReplayTarget target, ReplayOptions options, LongSupplier deadLetters) {}

  private ReplayProgress replay(Replaying what, FeedSource source, StopSignal stop, PrintWriter err)
      throws InterruptedException, IOException {
    try (ReplayMeters meters = new ReplayMeters(fault -> err.println("not sent: " + fault))) {
      Replay replay = new Replay(what.target(), source, what.options(), meters);
      meters.watch(replay);
      try (HealthServer served =
          health.serve(meters.metrics(), ROLE, ROLE, () -> ReplayMeters.readiness(replay))) {
        if (served != null) {
          Ready ready = new Ready(ROLE, served.url());
          common.output().element(ready, () -> ROLE + "  metrics " + ready.url() + "/metrics");
        }
        return run(replay, what.deadLetters(), stop, err);
      }
    }
  }

  private ReplayOptions.Builder options() {
    return ReplayOptions.builder()
        .speed(speed)
        .from(from)
        .to(to)
        .types(types)
        .skip(skip)
        .loops(loops)
        .rebase(rebase)
        .producer(cluster.properties());
  }

  private static ReplayProgress run(
      Replay replay, LongSupplier deadLetters, StopSignal stop, PrintWriter err)
      throws InterruptedException, IOException {
    ReplayWatch watch =
        Screen.onTerminal()
            ? ReplayWatch.screen(err, deadLetters)
            : ReplayWatch.lines(err, deadLetters);
    try (watch) {
      Thread thread = new Thread(() -> watch.follow(replay, stop), "replay-watch");
      thread.setDaemon(true);
      thread.start();
      try {
        return replay.run();
      } catch (ReplayException e) {
        throw new Failure(String.valueOf(e.getMessage()), e);
      } finally {
        watch.end();
        thread.join();
      }
    }
  }

  private static Result result(ReplayProgress end, Rejects rejects, long deadLettered) {
    boolean any = end.ackedRecordedMs() != ReplayProgress.NONE;
    return new Result(
        end.state().name(),
        end.sent(),
        end.acked(),
        end.faults(),
        end.excluded(),
        rejects.count(),
        deadLettered,
        any ? Instant.ofEpochMilli(end.ackedRecordedMs()).toString() : null,
        end.done());
  }

  private void report(Result result, Rejects rejects, PrintWriter err) {
    common.output().result(result, () -> text(result) + "\n");
    String rejected = rejects.message();
    if (rejected != null) {
      err.println(rejected);
    }
  }

  private String text(Result result) {
    StringBuilder text = new StringBuilder();
    text.append(result.state().equals("STOPPED") ? "stopped: " : "replayed: ");
    text.append(Units.count(result.acknowledged())).append(" events acknowledged");
    if (result.upTo() != null) {
      text.append(rebase ? ", up to the recording's " : ", up to event time ");
      text.append(result.upTo());
    }
    if (result.excluded() > 0) {
      text.append(", ").append(Units.count(result.excluded())).append(" left out");
    }
    if (result.refused() > 0) {
      text.append(", ").append(Units.count(result.refused())).append(" refused");
    }
    if (result.deadLettered() > 0) {
      text.append(", ").append(Units.count(result.deadLettered())).append(" dead-lettered");
    }
    if (result.state().equals("STOPPED") && result.upTo() != null) {
      long settled = skip + result.acknowledged() + result.refused();
      text.append("; the same options and --skip ").append(settled).append(" continue there");
    }
    return text.toString();
  }
}
