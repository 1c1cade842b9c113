package io.windsock.cli.feed;

import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.NamedDomain;
import io.windsock.cli.show.Table;
import io.windsock.cli.show.Units;
import io.windsock.feeds.FeedInfo;
import io.windsock.feeds.FeedStats;
import io.windsock.feeds.recorded.RecordedFeed;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Describes the content of recordings. */
@Command(
    name = "info",
    description = {
      "Describe the contents of recordings: events, span, types, keys, rate, faults.",
      "Exit code 1 if a record can't be used."
    },
    footer = {
      "  windsock feed info positions.csv.gz flights.csv",
      "  windsock feed info mine.csv --mapping mine.yaml --rejects mine.rejects --output json"
    })
final class FeedInfoCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private NamedDomain domain = new NamedDomain();
  @Mixin private FeedOptions feed = new FeedOptions();

  private record FileRow(
      String file, String mapping, String compression, long records, long events, long faults) {}

  private record Result(
      List<FileRow> files,
      long records,
      long events,
      long withoutEvent,
      long faults,
      String first,
      String last,
      long spanMs,
      double eventsPerSecond,
      Map<String, Long> types,
      long keys,
      boolean keysExact,
      long late) {}

  @Override
  public Integer call() throws IOException {
    try (Rejects rejects = new Rejects(feed.rejects());
        RecordedFeed reader = feed.files().open(domain.catalogue(), rejects)) {
      FeedInfo info = FeedInfo.read(reader, FeedInfo.MAX_KEYS);
      Result result = result(reader, info);
      common.output().result(result, () -> text(result));
      String rejected = rejects.message();
      if (rejected != null) {
        common.err().println(rejected);
      }
      return info.stats().faults() == 0 ? ExitCode.OK : ExitCode.FAILURE;
    }
  }

  private static Result result(RecordedFeed reader, FeedInfo info) {
    List<FileRow> files = new ArrayList<>();
    List<FeedStats> stats = reader.fileStats();
    for (int i = 0; i < stats.size(); i++) {
      var file = reader.files().get(i);
      FeedStats counts = stats.get(i);
      files.add(
          new FileRow(
              file.name(),
              file.mapping(),
              file.compression(),
              counts.records(),
              counts.events(),
              counts.faults()));
    }
    FeedStats all = info.stats();
    return new Result(
        files,
        all.records(),
        all.events(),
        all.merged() + all.excluded(),
        all.faults(),
        Instant.ofEpochMilli(info.firstMs()).toString(),
        Instant.ofEpochMilli(info.lastMs()).toString(),
        info.spanMs(),
        info.eventsPerSecond(),
        info.types(),
        info.keys(),
        info.keysExact(),
        info.late());
  }

  private static String text(Result result) {
    Table files = new Table("FILE", "READ AS", ">RECORDS", ">EVENTS", ">FAULTS");
    for (FileRow file : result.files()) {
      files.row(
          file.file(),
          file.mapping() + (file.compression().equals("plain") ? "" : ", " + file.compression()),
          Units.count(file.records()),
          Units.count(file.events()),
          Units.count(file.faults()));
    }
    Table types = new Table("TYPE", ">EVENTS");
    result.types().forEach((type, count) -> types.row(type, Units.count(count)));
    Table facts = new Table("", "");
    facts.row("records", Units.count(result.records()));
    facts.row("  without an event", Units.count(result.withoutEvent()));
    facts.row("  faults", Units.count(result.faults()));
    facts.row("events", Units.count(result.events()));
    facts.row("  late", Units.count(result.late()));
    facts.row("keys", (result.keysExact() ? "" : "more than ") + Units.count(result.keys()));
    if (result.events() > 0) {
      facts.row("from", result.first());
      facts.row("to", result.last());
      facts.row("span", Units.span(result.spanMs()));
      facts.row("rate", Units.rate(result.eventsPerSecond()));
    }
    return files.text() + facts.text() + "\n" + types.text();
  }
}
