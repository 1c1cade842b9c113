package io.windsock.cli.feed;

import io.windsock.cli.feed.generate.FeedGenerateCommand;
import io.windsock.cli.feed.generate.FeedNumbersCommand;
import picocli.CommandLine.Command;

/** Commands about feeds. */
@Command(
    name = "feed",
    description = "Inspect recordings, or generate one.",
    subcommands = {
      FeedInfoCommand.class,
      FeedGenerateCommand.class,
      FeedNumbersCommand.class,
      FeedMappingsCommand.class
    },
    footer = {"  windsock feed info positions.csv.gz", "  windsock feed mappings"})
public final class FeedCommand {}
