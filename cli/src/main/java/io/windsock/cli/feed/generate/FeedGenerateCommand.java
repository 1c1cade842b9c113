package io.windsock.cli.feed.generate;

import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.NamedDomain;
import io.windsock.cli.show.Units;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Generates a synthetic feed. */
@Command(
    name = "generate",
    description = {
      "Generate a feed of an airline hub: positions, status, boarding, baggage, crew; some out of"
          + " order, some late.",
      "The same options give the same file, byte for byte."
    },
    footer = {
      "  windsock feed generate --out day.avro                              a day, 1,000 flights",
      "  windsock feed generate --flights 5000 --events 2000000 --out big.avro",
      "  windsock feed generate --hub KATL --hours 2 --underway --seed 7 --out busy.avro"
    })
public final class FeedGenerateCommand implements Callable<Integer> {
  private static final int MINUTES = 60;

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private NamedDomain domain = new NamedDomain();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The file to write: an Avro container that replay and demo read.")
  private Path out = Path.of("feed.avro");

  @Option(names = "--seed", paramLabel = "N", description = "Seed of everything random.")
  private @Nullable Long seed;

  @Option(names = "--flights", paramLabel = "N", description = "Flight legs (default: 1000).")
  private @Nullable Integer flights;

  @Option(
      names = "--events",
      paramLabel = "N",
      description = "Exact number of events (default: as many as the flights have).")
  private @Nullable Long events;

  @Option(
      names = "--start",
      paramLabel = "TIME",
      description = "When the first event happens, such as 2026-03-02T05:00:00Z.")
  private @Nullable Instant start;

  @Option(names = "--hub", paramLabel = "ICAO", description = "The hub's code (default: EGLL).")
  private @Nullable String hub;

  @Option(
      names = "--hours",
      paramLabel = "H",
      description = "Time over which the hub's flights are scheduled (default: 24).")
  private @Nullable Double hours;

  @Option(
      names = "--underway",
      description = "Only the events of these hours: flights are in the air when they begin.")
  private boolean underway;

  private record Result(String file, long events, long seed, int flights, boolean complete) {}

  @Override
  public Integer call() {
    GeneratorOptions options = options();
    GeneratedFile file = new GeneratedFile(out, domain.catalogue(), common.err());
    long written;
    try (GeneratedFeed feed = new GeneratedFeed(domain.catalogue(), options)) {
      written = file.write(feed, options);
    }
    Result result = new Result(out.toString(), written, options.seed(), options.flights(), true);
    common
        .output()
        .result(
            result,
            () ->
                Units.count(result.events())
                    + " events of "
                    + Units.count(result.flights())
                    + " flights in "
                    + result.file()
                    + "\n");
    return ExitCode.OK;
  }

  private GeneratorOptions options() {
    GeneratorOptions options = GeneratorOptions.day().withUnderway(underway);
    options = seed == null ? options : options.withSeed(seed);
    options = flights == null ? options : options.withFlights(flights);
    options = events == null ? options : options.withEvents(events);
    options = start == null ? options : options.withStart(start);
    options = hub == null ? options : options.withHub(hub);
    return hours == null
        ? options
        : options.withHours(Duration.ofMinutes(Math.round(hours * MINUTES)));
  }
}
