package io.windsock.cli.link;

import picocli.CommandLine.Command;

/** Commands about a link to another cluster. */
@Command(
    name = "link",
    description = "Copy topics to another Kafka cluster: a sender here, a receiver there.",
    subcommands = {
      LinkSendCommand.class,
      LinkReceiveCommand.class,
      LinkStatusCommand.class,
      LinkPauseCommand.class,
      LinkResumeCommand.class,
      LinkVerifyCommand.class,
      LinkPromoteCommand.class,
      LinkFailBackCommand.class
    },
    footer = {
      "  windsock link receive -b backup:9092 --host 0.0.0.0 --keys keys --certificate r.pem \\",
      "      --private-key r.key --authority ca.pem",
      "  windsock link send --to backup.example:9600 --keys keys --certificate s.pem \\",
      "      --private-key s.key --authority ca.pem",
    })
public final class LinkCommand {}
