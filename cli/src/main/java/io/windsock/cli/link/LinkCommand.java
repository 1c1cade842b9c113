package io.windsock.cli.link;

import picocli.CommandLine.Command;

/** Commands about a link to another cluster. */
@Command(
    name = "link",
    description = "Copy topics to another Kafka cluster: a sender here, a receiver there.",
    subcommands = {
      LinkCredentialsCommand.class,
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
      "  windsock link credentials primary.example backup.example",
      "  windsock link receive -b backup:9092 --host 0.0.0.0 --credentials credentials/backup.example",
      "  windsock link send --to backup.example:9600 --credentials credentials/primary.example",
    })
public final class LinkCommand {}
