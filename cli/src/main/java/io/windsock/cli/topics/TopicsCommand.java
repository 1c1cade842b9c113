package io.windsock.cli.topics;

import picocli.CommandLine.Command;

/** Commands about topics. */
@Command(
    name = "topics",
    description = "List, create or read Windsock's topics.",
    subcommands = {TopicsListCommand.class, TopicsCreateCommand.class, TopicsTailCommand.class},
    footer = {
      "  windsock topics list",
      "  windsock topics tail mirror --follow",
    })
public final class TopicsCommand {}
