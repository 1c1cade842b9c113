package io.windsock.cli.feed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that select a feed. */
final class FeedOptions {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Recordings, merged by event time; gzip and zstd are read too; - is standard input.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--mapping",
      paramLabel = "M",
      description =
          "How to read the files: a shipped mapping's name or a YAML file; repeatable (default: the"
              + " first shipped one that fits).")
  private List<String> mappings = new ArrayList<>();

  @Option(
      names = "--rejects",
      paramLabel = "FILE",
      defaultValue = "windsock.rejects",
      description = "File for the records that can't be used (default: ${DEFAULT-VALUE}).")
  private Path rejects = Path.of("windsock.rejects");

  FeedFiles files() {
    return new FeedFiles(files, mappings);
  }

  Path rejects() {
    return rejects;
  }
}
