package io.windsock.cli.feed.generate;

import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.DurationConverter;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.show.Units;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.feeds.numbers.GeneratedServices;
import io.windsock.feeds.numbers.ServiceOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Generates a feed of the domain number-translation. */
@Command(
    name = "numbers",
    description = {
      "Generate a feed of the domain number-translation: 0800 numbers that are added, modified,"
          + " cancelled and counted.",
      "The same options give the same file, byte for byte."
    },
    footer = {
      "  windsock feed numbers --out numbers.avro                           1,000 numbers, 1,000 changes",
      "  windsock feed numbers --numbers 1000000 --changes 0 --out all.avro --keys keys.txt",
      "  windsock feed numbers --numbers 1000000 --changes 50000 --changes-only --out changes.avro"
    })
public final class FeedNumbersCommand implements Callable<Integer> {
  private static final String DOMAIN = "number-translation";

  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The file to write: an Avro container that replay and demo read.")
  private Path out = Path.of("numbers.avro");

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description = "Also write the numbers that are in service at the end, one a line.")
  private @Nullable Path keys;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of everything random; the same seed gives the same numbers.")
  private @Nullable Long seed;

  @Option(
      names = "--numbers",
      paramLabel = "N",
      description = "Numbers that are added first (default: 1000).")
  private @Nullable Integer numbers;

  @Option(
      names = "--changes",
      paramLabel = "N",
      description =
          "Changes that follow: modifications, cancellations with an addition each, and counts of"
              + " calls (default: 1000).")
  private @Nullable Integer changes;

  @Option(
      names = "--changes-only",
      description = "Leave out the additions at the beginning, for sites that have them already.")
  private boolean changesOnly;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Event time between two events of the changes (default: 100ms).")
  private @Nullable Duration interval;

  @Option(
      names = "--start",
      paramLabel = "TIME",
      description = "When the first event happens, such as 2026-03-02T05:00:00Z.")
  private @Nullable Instant start;

  private record Result(String file, long events, long seed, int numbers, boolean complete) {}

  @Override
  public Integer call() {
    ServiceOptions options = options();
    Catalogue catalogue = Catalogue.builtIn(DOMAIN);
    long written;
    int inService;
    try (GeneratedServices feed = new GeneratedServices(catalogue, options)) {
      written = new GeneratedFile(out, catalogue, common.err()).write(feed, options);
      inService = feed.endInService() - feed.firstInService();
      if (keys != null) {
        writeKeys(keys, feed);
      }
    }
    Result result = new Result(out.toString(), written, options.seed(), inService, true);
    common
        .output()
        .result(
            result,
            () ->
                Units.count(result.events())
                    + " events, "
                    + Units.count(result.numbers())
                    + " numbers in service at the end, in "
                    + result.file()
                    + "\n");
    return ExitCode.OK;
  }

  private ServiceOptions options() {
    ServiceOptions options = ServiceOptions.standard();
    options =
        options.withNumbers(
            numbers == null ? options.numbers() : numbers,
            changes == null ? options.changes() : changes);
    options = options.withChangesOnly(changesOnly);
    options = seed == null ? options : options.withSeed(seed);
    options = interval == null ? options : options.withInterval(interval);
    return start == null ? options : options.withStart(start);
  }

  private static void writeKeys(Path file, GeneratedServices feed) {
    try (BufferedWriter lines = Files.newBufferedWriter(file)) {
      for (int index = feed.firstInService(); index < feed.endInService(); index++) {
        lines.write(feed.numbers().number(index));
        lines.write('\n');
      }
    } catch (IOException e) {
      throw new Failure("--keys '" + file + "' can't be written (" + e + "): name another file", e);
    }
  }
}
