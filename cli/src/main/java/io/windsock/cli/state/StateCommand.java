package io.windsock.cli.state;

import picocli.CommandLine.Command;

/** Commands about sites' state. */
@Command(
    name = "state",
    description = "Look at the state that sites hold.",
    subcommands = {StateGetCommand.class, StateDiffCommand.class},
    footer = {
      "  windsock state get BA590-20260302-MAN --site http://127.0.0.1:8080",
      "  windsock state diff http://127.0.0.1:8081 http://127.0.0.1:8082"
    })
public final class StateCommand {}
