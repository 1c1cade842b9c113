package io.windsock.cli.feed;

import picocli.CommandLine.Command;

/** Commands about feeds. */
@Command(
    name = "feed",
    description = "Look at recordings; generate one.",
    subcommands = {FeedInfoCommand.class, FeedGenerateCommand.class, FeedMappingsCommand.class},
    footer = {"  windsock feed info positions.csv.gz", "  windsock feed mappings"})
public final class FeedCommand {}
