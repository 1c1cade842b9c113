package io.windsock.cli.inspect;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands about sites' state. */
@Command(
    name = "state",
    description = "Look at the state that sites hold.",
    subcommands = {StateGetCommand.class, StateDiffCommand.class},
    footer = {
      "",
      "Examples:",
      "  windsock state get BA590-20260302-MAN --site http://127.0.0.1:8080",
      "  windsock state diff http://127.0.0.1:8081 http://127.0.0.1:8082"
    })
public final class StateCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean help;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name what to do: get or diff");
  }
}
