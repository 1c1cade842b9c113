package io.windsock.cli.feed;

import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.NamedDomain;
import io.windsock.cli.option.StopSignal;
import io.windsock.cli.show.Units;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.feeds.record.EventFileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
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
final class FeedGenerateCommand implements Callable<Integer> {
  private static final int LOOK_EVERY = 50_000;
  private static final long LINE_EVERY_NS = 5_000_000_000L;
  private static final int MINUTES = 60;

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private NamedDomain domain = new NamedDomain();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The file to write: an Avro container that replay and demo read.")
  private Path out = Path.of("feed.avro");

  @Option(names = "--seed", paramLabel = "N", description = "Of all that is left to chance.")
  private @Nullable Long seed;

  @Option(names = "--flights", paramLabel = "N", description = "Flight legs (default: 1000).")
  private @Nullable Integer flights;

  @Option(
      names = "--events",
      paramLabel = "N",
      description = "Exactly so many events (default: as many as the flights have).")
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
      description = "Just what is heard in these hours: flights are in the air when it begins.")
  private boolean underway;

  private record Result(String file, long events, long seed, int flights, boolean complete) {}

  @Override
  public Integer call() throws IOException {
    GeneratorOptions options = options();
    boolean complete;
    long written;
    try (StopSignal stop = StopSignal.listen();
        FeedReader feed = new GeneratedFeed(domain.catalogue(), options);
        EventFileWriter writer = new EventFileWriter(out, domain.catalogue(), origin(options))) {
      complete = write(feed, writer, stop);
      if (complete) {
        writer.finish();
      }
      written = writer.events();
    } catch (NoSuchFileException e) {
      throw ConfigurationException.of(
          "--out '" + out + "'", "can't be written: its folder does not exist; make it");
    } catch (IOException e) {
      throw new Failure("--out '" + out + "' can't be written (" + e + "): name another file", e);
    }
    if (!complete) {
      throw new Failure("interrupted after " + written + " events: no file was made");
    }
    Result result =
        new Result(out.toString(), written, options.seed(), options.flights(), complete);
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

  private static String origin(GeneratorOptions options) {
    return "generated by windsock: " + options;
  }

  /** Writes the whole feed; returns false if interrupted. */
  private boolean write(FeedReader feed, EventFileWriter writer, StopSignal stop)
      throws IOException {
    PrintWriter err = common.err();
    long nextLineNs = System.nanoTime() + LINE_EVERY_NS;
    for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
      writer.add(event);
      if (writer.events() % LOOK_EVERY == 0) {
        if (stop.asked()) {
          return false;
        }
        if (System.nanoTime() > nextLineNs) {
          nextLineNs += LINE_EVERY_NS;
          err.println("generated " + Units.count(writer.events()) + " events");
        }
      }
    }
    return true;
  }
}
